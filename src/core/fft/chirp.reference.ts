/** y[n] = x[n]·c[n] for n < kept, then zeros up to `length`. Complex pairs. */
export function chirp(x: Float64Array, factors: Float64Array, length: number, kept: number): Float64Array {
  const y = new Float64Array(2 * length);
  for (let i = 0; i < 2 * kept; i += 2) {
    y[i] = x[i] * factors[i] - x[i + 1] * factors[i + 1];
    y[i + 1] = x[i] * factors[i + 1] + x[i + 1] * factors[i];
  }
  return y;
}
