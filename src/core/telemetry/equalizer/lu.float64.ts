/** R = Uᴴ·D⁻¹·U: rows of U from its diagonal D on, as wide as the band. */
export type BandFactors = readonly Float64Array[];

/**
 * Factors a Hermitian positive definite Toeplitz matrix by Gaussian elimination within its band, without pivoting.
 *
 * @param column r(0), r(1), … without trailing zeros: complex, interleaved.
 */
export function factorToeplitz(column: Float64Array, size: number): BandFactors {
  const band = column.length / 2;
  // Row j begins with R[j, j + k] = r(−k) = r*(k).
  const rows = Array.from({ length: size }, () => column.map((value, i) => (i % 2 ? -value : value)));
  for (let j = 0; j < size; j++) {
    for (let i = 1; i < band && j + i < size; i++) {
      // Row j + i loses row j times R[j + i, j] / R[j, j], where R[j + i, j] = R*[j, j + i].
      const re = rows[j][2 * i] / rows[j][0];
      const im = -rows[j][2 * i + 1] / rows[j][0];
      for (let k = i; k < band; k++) {
        rows[j + i][2 * (k - i)] -= re * rows[j][2 * k] - im * rows[j][2 * k + 1];
        rows[j + i][2 * (k - i) + 1] -= re * rows[j][2 * k + 1] + im * rows[j][2 * k];
      }
    }
  }
  return rows;
}

/** x of R x = g, by forward and backward substitution. */
export function substitute(rows: BandFactors, right: Float64Array): Float64Array {
  const size = rows.length;
  const band = rows[0].length / 2;
  const x = right.slice();
  for (let j = 0; j < size; j++) {
    for (let i = 1; i < band && j + i < size; i++) {
      const re = rows[j][2 * i] / rows[j][0];
      const im = -rows[j][2 * i + 1] / rows[j][0];
      x[2 * (j + i)] -= re * x[2 * j] - im * x[2 * j + 1];
      x[2 * (j + i) + 1] -= re * x[2 * j + 1] + im * x[2 * j];
    }
  }
  for (let j = size - 1; j >= 0; j--) {
    for (let i = 1; i < band && j + i < size; i++) {
      const [re, im] = rows[j].subarray(2 * i, 2 * i + 2);
      x[2 * j] -= re * x[2 * (j + i)] - im * x[2 * (j + i) + 1];
      x[2 * j + 1] -= re * x[2 * (j + i) + 1] + im * x[2 * (j + i)];
    }
    x[2 * j] /= rows[j][0];
    x[2 * j + 1] /= rows[j][0];
  }
  return x;
}

/** x of R x = g in float64. */
export function solveToeplitz(column: Float64Array, right: Float64Array): Float64Array {
  return substitute(factorToeplitz(column, right.length / 2), right);
}
