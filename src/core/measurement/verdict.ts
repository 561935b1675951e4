/** A larger error, over the RMS of what is right, than float32 makes in any sound algorithm. */
export const WRONG = 1e-4;

/** True where outputs are not what they should be; also where they are no numbers. */
export function isWrong(maxError: number): boolean {
  return !(maxError <= WRONG);
}
