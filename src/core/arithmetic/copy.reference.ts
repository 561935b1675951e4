/** y[n] = x[n]. */
export function copy(x: Float64Array): Float64Array {
  return x.slice();
}
