/** The n within `reach` of `expected` with the highest T(n), the earliest of equal ones. */
export function refineStart(T: Float64Array, expected: number, reach: number): number {
  let best = expected - reach;
  for (let n = best + 1; n <= expected + reach; n++) if (T[n] > T[best]) best = n;
  return best;
}
