/**
 * Factors a Hermitian positive definite Toeplitz matrix, R = L·D·Lᴴ, by Schur's algorithm in float64.
 *
 * @param column r(0), r(1), … without trailing zeros: complex, interleaved.
 * @returns d[k] and the columns of L from the diagonal on, as long as the band.
 */
export function schur(column: Float64Array, size: number): { d: number[]; columns: Float64Array[] } {
  let u = column.slice();
  let v = column.slice();
  u[1] = 0;
  v.fill(0, 0, 2);
  let delta = column[0];
  const d: number[] = [];
  const columns: Float64Array[] = [];
  for (let k = 0; k < size; k++) {
    d.push(delta);
    columns.push(u.map((value) => value / delta));
    const w = new Float64Array(v.length);
    w.set(v.subarray(2));
    const [re, im] = [w[0] / delta, w[1] / delta];
    const [before, after] = [u, w];
    v = w.map(
      (value, i) => value - (i % 2 ? re * before[i] + im * before[i - 1] : re * before[i] - im * before[i + 1]),
    );
    u = u.map((value, i) => value - (i % 2 ? re * after[i] - im * after[i - 1] : re * after[i] + im * after[i + 1]));
    delta *= 1 - re * re - im * im;
  }
  return { d, columns };
}
