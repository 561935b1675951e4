/** Returns c ∗ d in float64, one filter for two in series, from complex taps c (pairs) and real taps d. */
export function seriesTaps(c: Float64Array, d: readonly number[]): Float64Array {
  const h = new Float64Array(c.length + 2 * (d.length - 1));
  for (const [i, tap] of d.entries()) for (const [k, value] of c.entries()) h[k + 2 * i] += tap * value;
  return h;
}
