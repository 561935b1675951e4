import { normalEquations } from "./normal.float64.ts";
import { toeplitzResidual } from "./toeplitz.reference.ts";

/** |(R + ridge·I) c − ĝ| / |ĝ|. */
export function relativeResidual(impulse: Float64Array, ridge: number, c: ArrayLike<number>): number {
  const { column, right } = normalEquations(impulse, ridge);
  return toeplitzResidual(column, right, c);
}
