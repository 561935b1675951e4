import type { LoopGains } from "../detection/loop.ts";
import { followDecisions } from "./adaptation.reference.ts";

/** Decision-directed RLS: g = P·u, w += g·ε/(λ + uᵀg), P ← (P − g·gᵀ/(λ + uᵀg))/λ. */
export function recursiveLeastSquares(
  x: Float64Array,
  { forgetting, start, loop }: { forgetting: number; start: number; loop: LoopGains },
) {
  let P: number[][] = [];
  return followDecisions(x, loop, (u, error) => {
    const size = u.length;
    if (P.length === 0) P = Array.from(u, (_, i) => Array.from(u, (_, j) => (i === j ? start : 0)));
    const g = P.map((row) => row.reduce((sum, value, j) => sum + value * u[j], 0));
    const scale = u.reduce((sum, value, i) => sum + value * g[i], forgetting);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) P[i][j] = (P[i][j] - (g[i] * g[j]) / scale) / forgetting;
    }
    return Float64Array.from(g, (value) => (value * error) / scale);
  });
}
