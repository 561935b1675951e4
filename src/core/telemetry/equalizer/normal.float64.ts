import { solveToeplitz } from "./lu.float64.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS } from "../estimation/span.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "./taps.ts";

/**
 * The system (R + ridge·I) c = ĝ of a channel estimate: r(k) = Σn ĥ(n)ĥ*(n−k), 0 ≤ k < 38, and ĝ(n) = ĥ*(−n), −60 ≤ n ≤ 125.
 * Thesis eqs 2.17 (ridge 0) and 2.22 (ridge 2σ̂²).
 *
 * @param impulse ĥ, 38 complex numbers from n = −12 on.
 */
export function normalEquations(impulse: Float64Array, ridge: number): { column: Float64Array; right: Float64Array } {
  const column = new Float64Array(2 * CHANNEL_TAPS);
  for (let k = 0; k < CHANNEL_TAPS; k++) {
    for (let n = k; n < CHANNEL_TAPS; n++) {
      const [a, b, c, d] = [impulse[2 * n], impulse[2 * n + 1], impulse[2 * (n - k)], impulse[2 * (n - k) + 1]];
      column[2 * k] += a * c + b * d;
      column[2 * k + 1] += b * c - a * d;
    }
  }
  column[0] += ridge;
  const right = new Float64Array(2 * EQUALIZER_TAPS);
  for (let n = 0; n < CHANNEL_TAPS; n++) {
    const t = PRECURSORS + CHANNEL_PRECURSORS - n;
    right[2 * t] = impulse[2 * n];
    right[2 * t + 1] = -impulse[2 * n + 1];
  }
  return { column, right };
}

/** c of (R + ridge·I) c = ĝ in float64, 186 complex numbers from k = −60 on. */
export function leastSquaresTaps(impulse: Float64Array, ridge: number): Float64Array {
  const { column, right } = normalEquations(impulse, ridge);
  return solveToeplitz(column, right);
}
