import { readFileSync } from "node:fs";
import type { Complex } from "./complex.ts";
import { pairs, type Zpk } from "./zpk.ts";

/** Points and systems as scipy-vectors.json has them. */
export type ListedPoints = [number, number][];
export interface ListedZpk {
  zeros: ListedPoints;
  poles: ListedPoints;
  gain: number;
}

export const toPoints = (listed: ListedPoints): Complex[] => listed.map(([re, im]) => ({ re, im }));
export const toZpk = ({ zeros, poles, gain }: ListedZpk): Zpk => ({
  zeros: toPoints(zeros),
  poles: toPoints(poles),
  gain,
});

export function readVectors<Vectors>(domain: "fir" | "iir"): Vectors {
  return JSON.parse(readFileSync(new URL(`./${domain}/scipy-vectors.json`, import.meta.url), "utf8"));
}

/** Largest distance from a point to its partner in the other set, each used once; ∞ if counts differ. */
export function farthest(actual: readonly Complex[], expected: readonly Complex[]): number {
  if (actual.length !== expected.length) return Infinity;
  const left = [...actual];
  return expected.reduce((worst, point) => {
    const distances = left.map(({ re, im }) => Math.hypot(re - point.re, im - point.im));
    const nearest = distances.indexOf(Math.min(...distances));
    left.splice(nearest, 1);
    return Math.max(worst, distances[nearest]);
  }, 0);
}

/** Largest difference over the largest expected value. */
export function relativeError(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length) return Infinity;
  let [worst, size] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    worst = Math.max(worst, Number.isNaN(actual[i]) ? Infinity : Math.abs(actual[i] - expected[i]));
    size = Math.max(size, Math.abs(expected[i]));
  }
  return worst / (size || 1);
}

/** H = (b0 + b1z⁻¹ + …)/(1 + a1z⁻¹ + …). At high orders rounding changes its roots: use sections there. */
interface TransferFunction {
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
  const { upper, real } = pairs(points, `filter-design/testing: ${what}`);
  for (const { re, im } of upper) multiply(-2 * re, re * re + im * im);
  for (const re of real) multiply(-re, 0);
  return coefficients;
}
