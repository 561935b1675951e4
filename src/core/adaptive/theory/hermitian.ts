/** L of a Hermitian positive definite matrix L·Lᴴ. */
export interface CholeskyFactor {
  /** L: complex, interleaved, by rows: [size][size]. */
  lower: Float64Array;
  /** Column of each row's first number that is not 0: [size]. A band matrix has few numbers from there to the diagonal. */
  first: Uint32Array;
}

/**
 * Factors a Hermitian positive definite matrix as L·Lᴴ. The zeros at the start of a row stay zeros, so a matrix with a band of
 * b numbers needs size·b² steps. Source: G. Golub and C. Van Loan, Matrix Computations, section 4.3.
 *
 * @param matrix Complex, interleaved, by rows: [size][size]. Only its lower triangle is read.
 * @returns Undefined if the matrix is not positive definite in float64.
 */
export function choleskyFactor(matrix: Float64Array, size: number): CholeskyFactor | undefined {
  const factor = new Float64Array(matrix.length);
  const row = 2 * size;
  const first = new Uint32Array(size);
  for (let i = 0; i < size; i++) {
    while (first[i] < i && matrix[i * row + 2 * first[i]] === 0 && matrix[i * row + 2 * first[i] + 1] === 0) first[i]++;
    for (let j = first[i]; j <= i; j++) {
      let re = matrix[i * row + 2 * j];
      let im = matrix[i * row + 2 * j + 1];
      for (let k = 2 * Math.max(first[i], first[j]); k < 2 * j; k += 2) {
        const a = factor[i * row + k];
        const b = factor[i * row + k + 1];
        const c = factor[j * row + k];
        const d = factor[j * row + k + 1];
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
  return { lower: factor, first };
}

/** Returns the solution x of L·x = b, complex [size]. Its squared norm is bᴴ·(L·Lᴴ)⁻¹·b. */
export function solveLower({ lower, first }: CholeskyFactor, right: Float64Array): Float64Array {
  const size = right.length / 2;
  const x = right.slice();
  let start = 0;
  while (start < size && x[2 * start] === 0 && x[2 * start + 1] === 0) start++;
  for (let i = start; i < size; i++) {
    let re = x[2 * i];
    let im = x[2 * i + 1];
    for (let k = Math.max(start, first[i]); k < i; k++) {
      const a = lower[2 * (i * size + k)];
      const b = lower[2 * (i * size + k) + 1];
      re -= a * x[2 * k] - b * x[2 * k + 1];
      im -= a * x[2 * k + 1] + b * x[2 * k];
    }
    x[2 * i] = re / lower[2 * (i * size + i)];
    x[2 * i + 1] = im / lower[2 * (i * size + i)];
  }
  return x;
}

/** Returns the solution x of L·Lᴴ·x = b, complex [size]. */
export function solveFactored(factor: CholeskyFactor, right: Float64Array): Float64Array {
  const size = right.length / 2;
  const { lower, first } = factor;
  const x = solveLower(factor, right);
  for (let i = size - 1; i >= 0; i--) {
    let [re, im] = [x[2 * i], x[2 * i + 1]];
    for (let k = i + 1; k < size; k++) {
      if (first[k] > i) continue;
      const [a, b] = [lower[2 * (k * size + i)], lower[2 * (k * size + i) + 1]];
      re -= a * x[2 * k] + b * x[2 * k + 1];
      im -= a * x[2 * k + 1] - b * x[2 * k];
    }
    x[2 * i] = re / lower[2 * (i * size + i)];
    x[2 * i + 1] = im / lower[2 * (i * size + i)];
  }
  return x;
}
