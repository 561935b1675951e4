import type { LinearDetectorConfig } from "./linear.ts";

/** Solves A·X = B in place for real matrices by Gauss–Jordan elimination with pivots: A [n][n], B [n][k]. */
export function solve(a: number[][], b: number[][]): number[][] {
  for (let k = 0; k < a.length; k++) {
    let pivot = k;
    for (let r = k; r < a.length; r++) if (Math.abs(a[r][k]) > Math.abs(a[pivot][k])) pivot = r;
    [a[k], a[pivot], b[k], b[pivot]] = [a[pivot], a[k], b[pivot], b[k]];
    for (let r = 0; r < a.length; r++) {
      if (r === k) continue;
      const factor = a[r][k] / a[k][k];
      for (let c = k; c < a.length; c++) a[r][c] -= factor * a[k][c];
      for (let c = 0; c < b[r].length; c++) b[r][c] -= factor * b[k][c];
    }
  }
  return b.map((row, k) => row.map((value) => value / a[k][k]));
}

/** Unbiased estimates of one use's symbols, complex [M], and the variances of the remaining noise and interference. */
export function equalizeLinear(
  channel: ArrayLike<number>,
  received: ArrayLike<number>,
  noiseVariance: number,
  criterion: LinearDetectorConfig["criterion"],
): { estimate: Float64Array; variance: Float64Array } {
  const N = received.length / 2;
  const M = channel.length / received.length;
  const rho = criterion === "mmse" ? noiseVariance : 0;
  // (Re, Im) as a real vector space: H is [[Re, −Im], [Im, Re]].
  const h = Array.from({ length: 2 * N }, (_, r) =>
    Array.from({ length: 2 * M }, (_, c) => {
      const at = 2 * ((r % N) * M + (c % M));
      return r < N === c < M ? channel[at] : r < N ? -channel[at + 1] : channel[at + 1];
    }),
  );
  const y = Array.from({ length: 2 * N }, (_, r) => received[2 * (r % N) + Math.floor(r / N)]);
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  const columns = Array.from({ length: 2 * M }, (_, c) => h.map((row) => row[c]));
  const gram = columns.map((a, i) => columns.map((b, j) => dot(a, b) + rho * Number(i === j)));
  const right = columns.map((a, i) => [dot(a, y), ...columns.map((_, j) => Number(i === j))]);
  const solved = solve(gram, right);
  // The estimate contains the symbol with the factor μ.
  const mu = (m: number) => 1 - rho * solved[m][1 + m];
  return {
    estimate: Float64Array.from({ length: 2 * M }, (_, i) => solved[(i >> 1) + M * (i % 2)][0] / mu(i >> 1)),
    variance: Float64Array.from({ length: M }, (_, m) => (noiseVariance * solved[m][1 + m]) / mu(m)),
  };
}
