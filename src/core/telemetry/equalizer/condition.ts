import { factorToeplitz, substitute } from "./lu.float64.ts";
import { multiplyToeplitz } from "./toeplitz.float64.ts";

/** Relative change of an eigenvalue's estimate at which the iteration ends, and the most steps. */
const CHANGE = 1e-7;
const STEPS = 2000;

/**
 * Condition number of a Hermitian positive definite Toeplitz matrix in float64: the ratio of its largest to its smallest
 * eigenvalue, by power iteration with R and with R⁻¹. Accurate to about 0.1 %; Infinity if R is not positive definite in float64.
 *
 * @param column r(0), r(1), … without trailing zeros: complex, interleaved.
 */
export function conditionNumber(column: Float64Array, size: number): number {
  const factors = factorToeplitz(column, size);
  if (!factors.every((row) => row[0] > 0)) return Infinity;
  const largest = dominant(size, (x) => multiplyToeplitz(column, x));
  const smallest = dominant(size, (x) => substitute(factors, x));
  return largest * smallest;
}

/** Largest eigenvalue of a Hermitian positive definite operator. */
function dominant(size: number, apply: (x: Float64Array) => Float64Array): number {
  // This start is not an eigenvector of a Toeplitz matrix.
  let x: Float64Array = Float64Array.from({ length: 2 * size }, (_, i) => Math.cos(i * i + i));
  let value = 0;
  for (let step = 0; step < STEPS; step++) {
    const norm = Math.hypot(...x);
    x = apply(x.map((entry) => entry / norm));
    const next = Math.hypot(...x);
    if (Math.abs(next - value) <= CHANGE * next) return next;
    value = next;
  }
  return value;
}
