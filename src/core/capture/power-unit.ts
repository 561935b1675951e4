/** Squares of samples between 2^−40 and 2^40 neither overflow nor underflow float32 in sums. */
const PLAIN = 40;

/** Returns a power of two near the largest number, where the squares of the numbers would overflow or underflow; else 1. */
export function powerUnit(numbers: Float32Array): number {
  const largest = numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const exponent = Math.floor(Math.log2(largest));
  return largest === 0 || Math.abs(exponent) <= PLAIN ? 1 : 2 ** exponent;
}

/** Returns numbers divided by a unit. */
export const inUnits = (numbers: Float32Array<ArrayBuffer>, unit: number): Float32Array<ArrayBuffer> =>
  unit === 1 ? numbers : numbers.map((value) => value / unit);
