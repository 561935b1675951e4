/**
 * Returns the newest symbols of the states on a path backwards from `state` after symbol `last`: ⌊s/M⌋ + d·M^(L − 1) comes before s, where d left.
 *
 * @param leaving d by symbol and state.
 */
export function tracePath(
  leaving: (k: number, state: number) => number,
  { last, state, size, states }: { last: number; state: number; size: number; states: number },
): number[] {
  const path: number[] = [];
  for (let k = last, at = state; k >= 0; k--) {
    path.unshift(at % size);
    at = Math.floor(at / size) + leaving(k, at) * (states / size);
  }
  return path;
}
