import { cellCorrelation, type Resolution } from "./resolution.ts";

/** Logarithm of the probability that a normal variable exceeds r > 0, by the continued fraction of Mills' ratio. Source: DLMF 7.9.1. */
function logNormalTail(r: number): number {
  let fraction = r;
  for (let k = 40; k >= 1; k--) fraction = r + k / fraction;
  return -(r * r) / 2 - 0.5 * Math.log(2 * Math.PI) - Math.log(fraction);
}

/** Neighbouring cells. */
interface Block {
  frames: number;
  bins: number;
  /**
   * First bin of a block of real samples, from 0 at frequency 0 on. Near 0 the power varies more than elsewhere: at 0 a transform has no imaginary part,
   * and the window mixes bins with the conjugates at negative frequencies. Default: complex samples.
   */
  firstOfReal?: number;
}

/**
 * Returns the value that the mean power of a block of neighbouring cells exceeds with a probability, in noise of mean 1. The cells'
 * transforms are normal and correlated, as their windows overlap. Saddlepoint approximation; its error is about a tenth of the probability at most.
 * Source: O. E. Barndorff-Nielsen, Inference on full or partial parameters based on the standardized signed log likelihood ratio,
 * Biometrika 73, 1986.
 */
export function powerThreshold(resolution: Resolution, block: Block, probability: number): number {
  const size = block.frames * block.bins;
  const matrix = covariances(resolution, block);
  const cumulant = (s: number) => -logDeterminant(matrix, 2 * s) / 2;
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
  let [low, high] = [0, 2 * size];
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

/** Covariances of the real and imaginary parts of the transforms in a block of cells over their number, in rows: [cell][re, im]. Lower triangle. */
function covariances(resolution: Resolution, { frames, bins, firstOfReal }: Block): Float64Array {
  const size = frames * bins;
  const matrix = new Float64Array(4 * size * size);
  const known = new Map<string, [re: number, im: number]>();
  const correlationOf = (t: number, k: number) => {
    const key = `${t},${k}`;
    const value = known.get(key) ?? cellCorrelation(resolution, t, k);
    known.set(key, value);
    return value;
  };
  /** Mean of the transform of a frame in bin k times the conjugate of an earlier frame's in bin l. */
  const meanProduct = (later: number, k: number, l: number) => {
    const [re, im] = correlationOf(later, k - l);
    const angle = (2 * Math.PI * l * later * resolution.hop) / resolution.length;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [re * c - im * s, re * s + im * c];
  };
  const first = firstOfReal ?? 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      const later = Math.floor(i / bins) - Math.floor(j / bins);
      const [k, l] = [first + (i % bins), first + (j % bins)];
      const [re, im] = meanProduct(later, k, l);
      // Without the conjugate: in real samples, the transform at −l is the conjugate of the one at l.
      const [ownRe, ownIm] = firstOfReal === undefined ? [0, 0] : meanProduct(later, k, -l);
      const [at, below] = [4 * i * size + 2 * j, (4 * i + 2) * size + 2 * j];
      matrix[at] = (re + ownRe) / 2 / size;
      matrix[at + 1] = (ownIm - im) / 2 / size;
      matrix[below] = (ownIm + im) / 2 / size;
      matrix[below + 1] = (re - ownRe) / 2 / size;
    }
  }
  return matrix;
}

/** log det(I − s·C) of a symmetric matrix, by Cholesky's factorization; NaN unless I − s·C is positive definite. @param matrix Its lower triangle is read. */
function logDeterminant(matrix: Float64Array, s: number): number {
  const size = Math.sqrt(matrix.length);
  const factor = new Float64Array(matrix.length);
  // Frames that share no samples do not correlate: the rows begin with zeros, also in the factor.
  const starts = new Uint32Array(size);
  let sum = 0;
  for (let i = 0; i < size; i++) {
    const row = i * size;
    while (starts[i] < i && matrix[row + starts[i]] === 0) starts[i]++;
    for (let j = starts[i]; j <= i; j++) {
      const other = j * size;
      let value = (i === j ? 1 : 0) - s * matrix[row + j];
      for (let k = Math.max(starts[i], starts[j]); k < j; k++) value -= factor[row + k] * factor[other + k];
      if (i === j) {
        if (!(value > 0)) return NaN;
        factor[row + i] = Math.sqrt(value);
        sum += Math.log(value);
      } else {
        factor[row + j] = value / factor[other + j];
      }
    }
  }
  return sum;
}
