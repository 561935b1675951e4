import { nearestPoint } from "../../constellation/constellation.ts";
import type { Float64Block } from "../../flow/build/block-factory.ts";
import { CONSTELLATIONS } from "./constellations.ts";
import { pointsOf } from "./constellations.float64.ts";
import type { Slicer } from "./slicer.ts";

export function slicerFloat64({ constellation, output }: Slicer): Float64Block {
  if (constellation === "binary") return ({ in: x }) => ({ out: x.map((value) => Number(value >= 0)) });
  const points = pointsOf(constellation);
  const bits = output === "labels" ? 1 : CONSTELLATIONS[constellation];
  return ({ in: x }) => {
    const out = new Float64Array((bits * x.length) / 2);
    for (let n = 0; n < x.length / 2; n++) {
      const { label } = nearestPoint(points, x[2 * n], x[2 * n + 1]);
      if (output === "labels") out[n] = label;
      else for (let bit = 0; bit < bits; bit++) out[bits * n + bit] = (label >> (bits - 1 - bit)) & 1;
    }
    return { out };
  };
}
