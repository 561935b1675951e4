/**
 * Factors a Hermitian positive definite matrix as L·Lᴴ.
 *
 * @param matrix Complex, interleaved, by rows: [size][size]. Only its lower triangle is read.
 * @returns L in the same layout; undefined if the matrix is not positive definite in float64.
 */
export function choleskyFactor(matrix: Float64Array, size: number): Float64Array | undefined {
  const factor = new Float64Array(matrix.length);
  const row = 2 * size;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let re = matrix[i * row + 2 * j];
      let im = matrix[i * row + 2 * j + 1];
      for (let k = 0; k < 2 * j; k += 2) {
        const [a, b] = [factor[i * row + k], factor[i * row + k + 1]];
        const [c, d] = [factor[j * row + k], factor[j * row + k + 1]];
        re -= a * c + b * d;
        im -= b * c - a * d;
      }
      if (i === j) {
        if (!(re > 0)) return undefined;
        factor[i * row + 2 * i] = Math.sqrt(re);
      } else {
        factor[i * row + 2 * j] = re / factor[j * row + 2 * j];
        factor[i * row + 2 * j + 1] = im / factor[j * row + 2 * j];
      }
    }
  }
  return factor;
}

/** Returns the solution x of L·x = b, complex [size]. Its squared norm is bᴴ·(L·Lᴴ)⁻¹·b. */
export function solveLower(factor: Float64Array, right: Float64Array): Float64Array {
  const size = right.length / 2;
  const x = right.slice();
  for (let i = 0; i < size; i++) {
    let [re, im] = [x[2 * i], x[2 * i + 1]];
    for (let k = 0; k < i; k++) {
      const [a, b] = [factor[2 * (i * size + k)], factor[2 * (i * size + k) + 1]];
      re -= a * x[2 * k] - b * x[2 * k + 1];
      im -= a * x[2 * k + 1] + b * x[2 * k];
    }
    x[2 * i] = re / factor[2 * (i * size + i)];
    x[2 * i + 1] = im / factor[2 * (i * size + i)];
  }
  return x;
}

/** Returns the solution x of L·Lᴴ·x = b, complex [size]. */
export function solveFactored(factor: Float64Array, right: Float64Array): Float64Array {
  const size = right.length / 2;
  const x = solveLower(factor, right);
  for (let i = size - 1; i >= 0; i--) {
    let [re, im] = [x[2 * i], x[2 * i + 1]];
    for (let k = i + 1; k < size; k++) {
      const [a, b] = [factor[2 * (k * size + i)], factor[2 * (k * size + i) + 1]];
      re -= a * x[2 * k] + b * x[2 * k + 1];
      im -= a * x[2 * k + 1] - b * x[2 * k];
    }
    x[2 * i] = re / factor[2 * (i * size + i)];
    x[2 * i + 1] = im / factor[2 * (i * size + i)];
  }
  return x;
}
