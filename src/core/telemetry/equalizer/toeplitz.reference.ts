import { multiplyToeplitz } from "./toeplitz.float64.ts";

/** |R x − g| / |g|. */
export function toeplitzResidual(column: Float64Array, right: Float64Array, x: ArrayLike<number>): number {
  const difference = multiplyToeplitz(column, x).map((value, i) => value - right[i]);
  return Math.hypot(...difference) / Math.hypot(...right);
}
