/** Returns the n from `first` to `last` with the largest T(n), the earliest of equal ones; undefined if there is no n. */
export function refineStart(T: Float64Array, first: number, last: number): number | undefined {
  let best: number | undefined;
  for (let n = first; n <= last; n++) if (best === undefined || T[n] > T[best]) best = n;
  return best;
}
