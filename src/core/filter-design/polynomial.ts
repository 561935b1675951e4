import { pairs, type Zpk } from "./zpk.ts";
import type { Complex } from "./complex.ts";

/** H = (b0 + b1z⁻¹ + …)/(1 + a1z⁻¹ + …). At high orders rounding changes its roots: use sections there. */
export interface TransferFunction {
  b: Float64Array;
  a: Float64Array;
}

/** Coefficients of the polynomials in z⁻¹, both of one length: SciPy's zpk2tf, with zeros at the origin in place of delays. */
export function toTransferFunction({ zeros, poles, gain }: Zpk): TransferFunction {
  const length = Math.max(zeros.length, poles.length) + 1;
  const b = expand(zeros, "zeros", length).map((value) => gain * value);
  return { b, a: expand(poles, "poles", length) };
}

/** Π(1 − point·z⁻¹), conjugate pairs as real quadratics. */
function expand(points: readonly Complex[], what: string, length: number): Float64Array {
  const coefficients = new Float64Array(length);
  coefficients[0] = 1;
  const multiply = (c1: number, c2: number) => {
    for (let i = length - 1; i > 0; i--) {
      coefficients[i] += c1 * coefficients[i - 1] + (i > 1 ? c2 * coefficients[i - 2] : 0);
    }
  };
  const { upper, real } = pairs(points, `filter-design/polynomial: ${what}`);
  for (const { re, im } of upper) multiply(-2 * re, re * re + im * im);
  for (const re of real) multiply(-re, 0);
  return coefficients;
}
