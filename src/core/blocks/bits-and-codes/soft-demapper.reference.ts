import type { Float64Block } from "../../flow/build/block-factory.ts";
import { CONSTELLATIONS } from "./constellations.ts";
import { pointsOf } from "./constellations.float64.ts";
import type { SoftDemapper } from "./soft-demapper.ts";

export function softDemapperFloat64({ constellation, noiseVariance, algorithm }: SoftDemapper): Float64Block {
  const points = pointsOf(constellation);
  const bits = CONSTELLATIONS[constellation];
  const labels = Array.from({ length: points.length / 2 }, (_, label) => label);
  return ({ in: y }) => {
    const out = new Float64Array((bits * y.length) / 2);
    for (let n = 0; n < y.length / 2; n++) {
      const metrics = labels.map(
        (label) => -((y[2 * n] - points[2 * label]) ** 2 + (y[2 * n + 1] - points[2 * label + 1]) ** 2) / noiseVariance,
      );
      for (let bit = 0; bit < bits; bit++) {
        const among = (value: number) => metrics.filter((_, label) => ((label >> (bits - 1 - bit)) & 1) === value);
        out[bits * n + bit] = joined(among(1), algorithm) - joined(among(0), algorithm);
      }
    }
    return { out };
  };
}

/** ln Σ eᵃ, or its largest term. */
function joined(values: readonly number[], algorithm: SoftDemapper["algorithm"]): number {
  const most = Math.max(...values);
  if (algorithm === "max-log") return most;
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
}
