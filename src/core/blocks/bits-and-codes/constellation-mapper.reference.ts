import type { Float64Block } from "../../flow/build/block-factory.ts";
import type { ConstellationMapper } from "./constellation-mapper.ts";
import { CONSTELLATIONS } from "./constellations.ts";
import { pointsOf } from "./constellations.float64.ts";

export function constellationMapperFloat64({ constellation, input }: ConstellationMapper): Float64Block {
  const points = pointsOf(constellation);
  const size = points.length / 2;
  const bits = input === "labels" ? 1 : CONSTELLATIONS[constellation];
  return ({ in: x }) => {
    const out = new Float64Array((2 * x.length) / bits);
    for (let n = 0; n < x.length / bits; n++) {
      let label = 0;
      for (let bit = 0; bit < bits; bit++) label = input === "labels" ? x[n] : 2 * label + x[bits * n + bit];
      const own = ((label % size) + size) % size;
      out.set(points.subarray(2 * own, 2 * own + 2), 2 * n);
    }
    return { out };
  };
}
