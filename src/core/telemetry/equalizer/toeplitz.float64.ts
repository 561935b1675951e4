/**
 * R·x, R[j, k] = r(j − k), r(−k) = r*(k).
 *
 * @param column r(0), r(1), … without trailing zeros: complex, interleaved.
 */
export function multiplyToeplitz(column: Float64Array, x: ArrayLike<number>): Float64Array {
  const size = x.length / 2;
  const band = column.length / 2;
  const y = new Float64Array(x.length);
  for (let j = 0; j < size; j++) {
    for (let k = Math.max(0, j - band + 1); k < Math.min(size, j + band); k++) {
      const at = 2 * Math.abs(j - k);
      const [re, im] = [column[at], j < k ? -column[at + 1] : column[at + 1]];
      y[2 * j] += re * x[2 * k] - im * x[2 * k + 1];
      y[2 * j + 1] += re * x[2 * k + 1] + im * x[2 * k];
    }
  }
  return y;
}
