/** Squares and products of samples between 2^−16 and 2^16 neither overflow nor underflow float32 in sums, nor do fourth powers. */
const PLAIN = 16;

/** Returns a power of two near the largest finite number, where powers of the numbers would overflow or underflow; else 1. */
export function powerUnit(numbers: Float32Array): number {
  let largest = 0;
  for (let i = 0; i < numbers.length; i++) {
    const size = Math.abs(numbers[i]);
    if (size > largest && size < Infinity) largest = size;
  }
  const exponent = Math.floor(Math.log2(largest));
  return largest === 0 || Math.abs(exponent) <= PLAIN ? 1 : 2 ** exponent;
}

/** Returns numbers divided by a unit. */
export const inUnits = (numbers: Float32Array<ArrayBuffer>, unit: number): Float32Array<ArrayBuffer> =>
  unit === 1 ? numbers : numbers.map((value) => value / unit);

/** Returns numbers divided by their own unit. */
export const inOwnUnits = (numbers: Float32Array<ArrayBuffer>) => inUnits(numbers, powerUnit(numbers));
