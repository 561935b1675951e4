/**
 * Pseudo-inverse (X†X)^(−1)X† of a complex matrix of full column rank, by QR in float64: X = QR, so it is R^(−1)Q†.
 * Gram–Schmidt runs twice, which keeps Q orthonormal to rounding error for condition numbers up to 1e15.
 *
 * @param columns The columns of X, complex pairs each.
 * @returns The rows of the pseudo-inverse, one per column of X, complex pairs each.
 */
export function pseudoInverse(columns: readonly Float64Array[]): Float64Array[] {
  const Q: Float64Array[] = [];
  const R = columns.map(() => new Float64Array(2 * columns.length));
  for (const [j, column] of columns.entries()) {
    const q = column.slice();
    for (const [i, base] of [...Q.entries(), ...Q.entries()]) {
      const [re, im] = inner(base, q);
      R[i][2 * j] += re;
      R[i][2 * j + 1] += im;
      subtract(q, base, re, im);
    }
    const norm = Math.hypot(...q);
    R[j][2 * j] = norm;
    Q.push(q.map((x) => x / norm));
  }
  const rows = Q.map((q) => q.map((x, i) => (i % 2 ? -x : x)));
  for (let j = rows.length - 1; j >= 0; j--) {
    for (let k = j + 1; k < rows.length; k++) subtract(rows[j], rows[k], R[j][2 * k], R[j][2 * k + 1]);
    const diagonal = R[j][2 * j];
    rows[j] = rows[j].map((x) => x / diagonal);
  }
  return rows;
}

/** Σ conj(a) b. */
function inner(a: Float64Array, b: Float64Array): [re: number, im: number] {
  let [re, im] = [0, 0];
  for (let i = 0; i < a.length; i += 2) {
    re += a[i] * b[i] + a[i + 1] * b[i + 1];
    im += a[i] * b[i + 1] - a[i + 1] * b[i];
  }
  return [re, im];
}

/** x ← x − (re + j·im)·y. */
function subtract(x: Float64Array, y: Float64Array, re: number, im: number): void {
  for (let i = 0; i < x.length; i += 2) {
    x[i] -= re * y[i] - im * y[i + 1];
    x[i + 1] -= re * y[i + 1] + im * y[i];
  }
}
