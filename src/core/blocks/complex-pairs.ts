/** Returns a function of each complex number; pairs in, pairs out. */
export function mapPairs(
  x: Float64Array,
  value: (re: number, im: number, n: number) => readonly [number, number],
): Float64Array {
  const y = new Float64Array(x.length);
  for (let n = 0; 2 * n < x.length; n++) y.set(value(x[2 * n], x[2 * n + 1], n), 2 * n);
  return y;
}

/** Returns a real function of each complex number. */
export const numbersOfPairs = (x: Float64Array, value: (re: number, im: number) => number): Float64Array =>
  Float64Array.from({ length: x.length / 2 }, (_, n) => value(x[2 * n], x[2 * n + 1]));
