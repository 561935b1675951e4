import { DOWN, ifLowPass, UP } from "./if-filter.ts";

/**
 * y(m) = 2·99·Σ_n h(448m − 99n) j^n x(n), m = 0 … ⌊99·N/448⌋ − 1: complex baseband at 20.625 MS/s of N real samples at
 * 93⅓ MS/s, 11 samples late. Complex pairs.
 */
export function ifFrontEnd(x: Float64Array): Float64Array {
  const y = new Float64Array(2 * Math.floor((UP * x.length) / DOWN));
  for (let m = 0; m < y.length / 2; m++) {
    const newest = Math.floor((DOWN * m) / UP);
    for (let n = newest; n >= 0 && DOWN * m - UP * n < ifLowPass.length; n--) {
      const term = 2 * UP * ifLowPass[DOWN * m - UP * n] * x[n];
      y[2 * m + (n & 1)] += n & 2 ? -term : term;
    }
  }
  return y;
}
