import { cellCorrelation, type Resolution } from "./resolution.ts";

/** Logarithm of the probability that a normal variable exceeds r > 0, by the continued fraction of Mills' ratio. Source: DLMF 7.9.1. */
function logNormalTail(r: number): number {
  let fraction = r;
  for (let k = 40; k >= 1; k--) fraction = r + k / fraction;
  return -(r * r) / 2 - 0.5 * Math.log(2 * Math.PI) - Math.log(fraction);
}

/**
 * Returns the value that the mean power of a block of neighbouring cells exceeds with a probability, in noise of mean 1. The cells'
 * transforms are normal and correlated, as their windows overlap. Saddlepoint approximation; its error is a few per cent of the probability.
 * Source: O. E. Barndorff-Nielsen, Inference on full or partial parameters based on the standardized signed log likelihood ratio,
 * Biometrika 73, 1986.
 *
 * @param block Frames and bins of the block.
 */
export function powerThreshold(
  resolution: Resolution,
  { frames, bins }: { frames: number; bins: number },
  probability: number,
): number {
  const matrix = correlations(resolution, frames, bins);
  const cumulant = (s: number) => -logDeterminant(matrix, s);
  const atMean = (s: number) => {
    const h = 1e-4 * s;
    const [a, b, c] = [cumulant(s - h), cumulant(s), cumulant(s + h)];
    const mean = (c - a) / (2 * h);
    const variance = (c - 2 * b + a) / (h * h);
    const w = Math.sqrt(2 * (s * mean - b));
    const u = s * Math.sqrt(variance);
    return { mean, tail: logNormalTail(w + Math.log(u / w) / w) };
  };
  // The pole of the cumulant function: the inverse of the matrix's largest eigenvalue.
  let [low, high] = [0, 2 * frames * bins];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (Number.isFinite(cumulant(middle))) low = middle;
    else high = middle;
  }
  const pole = low;
  [low, high] = [0.02 * pole, 0.9998 * pole];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (atMean(middle).tail > Math.log(probability)) low = middle;
    else high = middle;
  }
  return atMean(low).mean;
}

/** Correlation matrix of the transforms in a block of cells over their number; complex, interleaved, in rows. */
function correlations(resolution: Resolution, frames: number, bins: number): Float64Array {
  const size = frames * bins;
  const matrix = new Float64Array(2 * size * size);
  const known = new Map<string, [re: number, im: number]>();
  const correlationOf = (t: number, k: number) => {
    const key = `${t},${k}`;
    const value = known.get(key) ?? cellCorrelation(resolution, t, k);
    known.set(key, value);
    return value;
  };
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      const [t, k] = [Math.floor(i / bins), i % bins];
      const [u, l] = [Math.floor(j / bins), j % bins];
      // The first frame's transform times the conjugate of the second one's, which begins (t − u)·hop earlier.
      const [re, im] = correlationOf(t - u, k - l);
      const angle = (2 * Math.PI * l * (t - u) * resolution.hop) / resolution.length;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      matrix[2 * (i * size + j)] = (re * c - im * s) / size;
      matrix[2 * (i * size + j) + 1] = (re * s + im * c) / size;
    }
  }
  return matrix;
}

/** log det(I − s·C) of a Hermitian matrix, by Cholesky's factorization; NaN unless I − s·C is positive definite. */
function logDeterminant(matrix: Float64Array, s: number): number {
  const size = Math.sqrt(matrix.length / 2);
  const factor = new Float64Array(matrix.length);
  let sum = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let re = (i === j ? 1 : 0) - s * matrix[2 * (i * size + j)];
      let im = -s * matrix[2 * (i * size + j) + 1];
      for (let k = 0; k < j; k++) {
        const [a, b] = [2 * (i * size + k), 2 * (j * size + k)];
        re -= factor[a] * factor[b] + factor[a + 1] * factor[b + 1];
        im -= factor[a + 1] * factor[b] - factor[a] * factor[b + 1];
      }
      if (i === j) {
        if (!(re > 0)) return NaN;
        factor[2 * (i * size + i)] = Math.sqrt(re);
        sum += Math.log(re);
      } else {
        const pivot = factor[2 * (j * size + j)];
        factor[2 * (i * size + j)] = re / pivot;
        factor[2 * (i * size + j) + 1] = im / pivot;
      }
    }
  }
  return sum;
}
