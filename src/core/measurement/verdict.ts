/** A relative error larger than float32 causes in any correct algorithm. */
export const WRONG = 1e-4;

/** Returns true if outputs are wrong, also for NaN. */
export function isWrong(maxError: number): boolean {
  return !(maxError <= WRONG);
}
