/**
 * x of R x = g by Levinson's recursion in float64.
 *
 * @param column r(0), r(1), … without trailing zeros: complex, interleaved.
 */
export function levinson(column: Float64Array, right: Float64Array): Float64Array {
  const size = right.length / 2;
  const band = column.length / 2;
  let energy = column[0];
  const a = new Float64Array(right.length);
  const x = new Float64Array(right.length);
  a[0] = 1;
  x.set([right[0] / energy, right[1] / energy]);
  /** Σ r(t)·v[m − t], 1 ≤ t ≤ m. */
  const sum = (v: Float64Array, m: number) => {
    let [re, im] = [0, 0];
    for (let t = 1; t < Math.min(band, m + 1); t++) {
      const at = 2 * (m - t);
      re += column[2 * t] * v[at] - column[2 * t + 1] * v[at + 1];
      im += column[2 * t] * v[at + 1] + column[2 * t + 1] * v[at];
    }
    return [re, im] as const;
  };
  /** v[i] + (re + j·im)·a*[m − i], 0 ≤ i ≤ m. */
  const add = (v: Float64Array, m: number, re: number, im: number) =>
    Float64Array.from({ length: 2 * m + 2 }, (_, i) => {
      const at = 2 * (m - (i >> 1));
      return v[i] + (i % 2 ? im * a[at] - re * a[at + 1] : re * a[at] + im * a[at + 1]);
    });
  for (let m = 1; m < size; m++) {
    const [re, im] = sum(a, m).map((part) => part / energy);
    a.set(add(a, m, -re, -im));
    energy *= 1 - re * re - im * im;
    const [product, imaginary] = sum(x, m);
    x.set(add(x, m, (right[2 * m] - product) / energy, (right[2 * m + 1] - imaginary) / energy));
  }
  return x;
}
