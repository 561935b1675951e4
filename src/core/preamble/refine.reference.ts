/** The start within `reach` samples of `expected` with the highest T, and that T; the earliest of equal ones. */
export function refineStart(metric: Float64Array, expected: number, reach: number): { start: number; T: number } {
  let start = expected - reach;
  let T = metric[start] ?? 0;
  for (let n = start + 1; n <= expected + reach; n++) {
    if (metric[n] > T) {
      start = n;
      T = metric[n];
    }
  }
  return { start, T };
}
