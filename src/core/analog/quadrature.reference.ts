/** y[n] = gain·arg(x[n]·x*[n−1]) of complex pairs, from rest: y[0] = 0. */
export function quadrature(x: Float64Array, gain: number): Float64Array {
  return Float64Array.from({ length: x.length / 2 }, (_, n) => {
    if (n === 0) return 0;
    const [a, b, c, d] = x.subarray(2 * n - 2, 2 * n + 2);
    return gain * Math.atan2(d * a - c * b, c * a + d * b);
  });
}
