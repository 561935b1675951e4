import { channelColumns, correlation, type KnownChannel, type SolvedEqualizer } from "./finite.ts";

/**
 * Returns J plus the error of the mean taps of LMS: J + dᴴRd with d ← (I − μR)d, which starts at the best taps because LMS starts at 0.
 * Slow modes belong to small eigenvalues of R. Source: Haykin, Adaptive Filter Theory, 5th edition, section 6.4.
 *
 * @param equalizer The MMSE equalizer, linear.
 * @returns The error at each of `symbols` symbols.
 */
export function meanLearning(
  channel: KnownChannel,
  { forward, delay, mse }: SolvedEqualizer,
  { step, symbols }: { step: number; symbols: number },
): Float64Array {
  const size = forward.length / 2;
  const matrix = correlation(channelColumns(channel, size, delay), size, channel.noiseVariance, () => true);
  const missing = forward.slice();
  const gradient = new Float64Array(2 * size);
  return Float64Array.from({ length: symbols }, () => {
    multiplyHermitian(matrix, missing, gradient);
    let excess = 0;
    for (let i = 0; i < missing.length; i++) {
      excess += missing[i] * gradient[i];
      missing[i] -= step * gradient[i];
    }
    return mse + excess;
  });
}

/** Rx into `result`, of a Hermitian matrix with its lower triangle given. */
function multiplyHermitian(matrix: Float64Array, x: Float64Array, result: Float64Array): void {
  const size = x.length / 2;
  result.fill(0);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      const [re, im] = [matrix[2 * (i * size + j)], matrix[2 * (i * size + j) + 1]];
      result[2 * i] += re * x[2 * j] - im * x[2 * j + 1];
      result[2 * i + 1] += re * x[2 * j + 1] + im * x[2 * j];
      if (i === j) continue;
      result[2 * j] += re * x[2 * i] + im * x[2 * i + 1];
      result[2 * j + 1] += re * x[2 * i + 1] - im * x[2 * i];
    }
  }
}
