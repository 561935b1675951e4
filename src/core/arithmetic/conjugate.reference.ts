/** y[n] = x*[n] of complex pairs. */
export function conjugate(x: Float64Array): Float64Array {
  return x.map((value, i) => (i % 2 ? -value : value));
}
