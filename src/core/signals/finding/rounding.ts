import { type NoiseFloor, unseenGain } from "./noise-floor.ts";
import { valueOfRank } from "./ranks.ts";

/**
 * Returns the most power that rounding can have made in a recording without noise: I and Q are half a step off, at most. With noise, the
 * errors are white; without it, they are lines. Returns 0 where noise is seen in all frames.
 *
 * @param samples Interleaved; called where no noise is seen.
 */
export function roundingPower(floor: NoiseFloor, samples: () => Float32Array): number {
  const unseen = unseenGain(floor);
  if (!floor.gain.some((value) => value <= unseen)) return 0;
  return stepOf(samples()) ** 2 / 2;
}

/** Quantile of the gains that is quiet: strong signals carry noise over the steps. */
const QUIET = 0.1;

/**
 * Returns the power that a short signal must exceed where the noise is weaker than the errors of rounding, which have a twelfth of a squared step in I and in Q.
 * There the noise is single steps of few samples, so the powers of short transforms are not exponential. Returns 0 elsewhere, and where no noise is seen.
 *
 * @param samples Interleaved.
 */
export function sparseNoisePower(floor: NoiseFloor, sampleRateHz: number, samples: () => Float32Array): number {
  const { gain, shape } = floor;
  const quiet = valueOfRank(gain.slice(), Math.floor(QUIET * gain.length));
  if (quiet <= unseenGain(floor)) return 0;
  const noise = quiet * valueOfRank(shape.slice(), shape.length >> 1) * sampleRateHz;
  const step = stepOf(samples());
  return noise < step ** 2 / 6 ? step ** 2 / 2 : 0;
}

/** The largest power of 2, up to 1, of which all values are multiples; 0 without values. */
function stepOf(values: Float32Array): number {
  if (values.length === 0) return 0;
  let step = 1;
  for (let i = 0; i < values.length; i++) while (values[i] % step !== 0) step /= 2;
  return step;
}
