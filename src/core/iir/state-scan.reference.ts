import { applied, type Matrix } from "./state-space.ts";

/** s[0] = initial, s[k + 1] = A·s[k] + e[k]: s before each of e's steps, [step][order]. */
export function stateScan(matrix: Matrix, initial: Float64Array, e: Float64Array): Float64Array {
  const { order } = matrix;
  const starts = new Float64Array(e.length);
  let s = initial;
  for (let at = 0; at < e.length; at += order) {
    starts.set(s, at);
    s = applied(matrix, s).map((value, i) => value + e[at + i]);
  }
  return starts;
}
