import { normals, philox } from "../random/philox.ts";

/** Philox stream. */
const STREAM = 41;
/** Points of the integral over ±8 standard deviations. */
const POINTS = 400;
/** The deviation that stands for certainty: J(40) is 1 within 1e-40. */
const MOST_DEVIATION = 40;

/**
 * Returns J(σ): the information in bits per bit of Gaussian LLRs with mean ±σ²/2 and variance σ², as a channel with white
 * noise gives them. Accurate to 1e-9.
 * Source: S. ten Brink, "Convergence behavior of iteratively decoded parallel concatenated codes", IEEE Trans. Commun. 49
 * (2001), eq. 14.
 */
export function gaussianInformation(deviation: number): number {
  let [lost, sum] = [0, 0];
  for (let i = 0; i <= POINTS; i++) {
    const normal = (16 * i) / POINTS - 8;
    const weight = Math.exp(-(normal ** 2) / 2);
    const wrong = -(deviation ** 2) / 2 + deviation * normal;
    sum += weight;
    lost += weight * (Math.max(0, wrong) + Math.log1p(Math.exp(-Math.abs(wrong))));
  }
  return 1 - lost / sum / Math.LN2;
}

/** Deviations by information. Each takes half a millisecond, and the charts of all codewords need the same few. */
const known = new Map<number, number>();
const MOST_KNOWN = 64;

/** Returns the σ for which Gaussian LLRs have this information, 0 to 1. */
export function gaussianDeviation(information: number): number {
  const deviation = known.get(information) ?? solveDeviation(information);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(information, deviation);
  return deviation;
}

function solveDeviation(information: number): number {
  if (!(information >= 0 && information <= 1)) {
    throw new RangeError(`detection/gaussian-llrs: information must be 0 to 1, got ${information}`);
  }
  let [low, high] = [0, MOST_DEVIATION];
  if (information === 0) return low;
  if (information === 1) return high;
  while (high - low > 1e-9 * high) {
    const middle = (low + high) / 2;
    if (gaussianInformation(middle) < information) low = middle;
    else high = middle;
  }
  return high;
}

/** Returns standard normal numbers; the same seed gives the same numbers. */
export function normalNumbers(count: number, seed: number): Float32Array<ArrayBuffer> {
  const numbers = new Float32Array(count);
  for (let i = 0; i < count; i += 4) {
    const words = philox([i, 0, 0, 0], [seed, STREAM]);
    for (let k = 0; k < 4; k += 2) {
      // Writes beyond the end of a typed array do nothing.
      [numbers[i + k], numbers[i + k + 1]] = normals(words[k], words[k + 1]);
    }
  }
  return numbers;
}

/**
 * Returns LLRs log p(1)/p(0) of bits with Gaussian noise and the given information.
 *
 * @param noise A standard normal number per bit.
 * @param bitAt The bit, 0 or 1, of the LLR with an index.
 * @throws RangeError when `information` is not 0 to 1.
 */
export function gaussianLlrs(
  noise: Float32Array,
  bitAt: (index: number) => number,
  information: number,
): Float32Array<ArrayBuffer> {
  const deviation = gaussianDeviation(information);
  const llrs = new Float32Array(noise.length);
  for (let i = 0; i < llrs.length; i++) llrs[i] = (bitAt(i) - 0.5) * deviation ** 2 + deviation * noise[i];
  return llrs;
}
