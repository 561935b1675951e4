import { gammaProbability } from "./gamma.ts";
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

/** Most steps per sample that are tested. The limit is set by hand: with more, noise rarely makes a box. */
const SPARSE = 0.1;
/** Most slices of a part, and least samples of one. Signals fill some of them: the one in the middle tells of the noise. */
const [SLICES, LEAST_SLICE] = [64, 1024];
/** Standard deviations by which the rate may exceed what one slice tells. */
const DEVIATIONS = 3;

/** Noise that is weaker than a step, as rounding leaves it: single steps, here and there. */
export interface SparseSteps {
  /** Steps per sample, at most. */
  rate: number;
  /** Energy of one. */
  energy: number;
  /** Real and imaginary part of the samples without one. */
  middles: readonly number[];
}

/** Returns the single steps that are the noise of a part; undefined where more than a tenth of the samples differ. @param samples Interleaved. */
export function sparseStepsOf(samples: Float32Array): SparseSteps | undefined {
  const count = samples.length >> 1;
  const middles: number[] = [];
  for (const part of [0, 1]) {
    const few = fewOf(samples, part);
    const middle = valueOfRank(few, few.length >> 1);
    if (few.filter((value) => value === middle).length < few.length / 2) return undefined;
    middles.push(middle);
  }
  const slices = Math.min(SLICES, Math.floor(count / LEAST_SLICE));
  if (slices === 0) return undefined;
  const slice = Math.floor(count / slices);
  let least = Infinity;
  const counts = new Float64Array(slices);
  for (let n = 0; n < slices; n++) {
    let steps = 0;
    for (let i = 2 * slice * n; i < 2 * slice * (n + 1); i++) {
      const distance = Math.abs(samples[i] - middles[i & 1]);
      if (distance === 0) continue;
      steps++;
      least = Math.min(least, distance);
    }
    counts[n] = steps;
  }
  const seen = valueOfRank(counts, slices >> 1);
  const rate = (seen + DEVIATIONS * Math.sqrt(seen) + DEVIATIONS) / slice;
  return rate <= SPARSE && least < Infinity ? { rate, energy: least ** 2, middles } : undefined;
}

/**
 * Returns the probability that single steps have at least the energy of some samples: their number has a Poisson distribution, and
 * P(N ≥ k) = P(k, mean), the incomplete gamma function (DLMF 8.4.10).
 *
 * @param samples Interleaved, of the time of a signal.
 */
export function stepsProbability({ rate, energy, middles }: SparseSteps, samples: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += (samples[i] - middles[i & 1]) ** 2;
  const count = Math.round(sum / energy);
  return count === 0 ? 1 : gammaProbability(count, (rate * samples.length) / 2);
}

/** Real or imaginary parts that tell the value in the middle, to which most are equal where steps are sparse. */
const FEW = 4096;

function fewOf(samples: Float32Array, part: number): Float32Array {
  const stride = 2 * Math.max(1, Math.floor(samples.length / 2 / FEW));
  return Float32Array.from({ length: Math.ceil(samples.length / stride) }, (_, i) => samples[stride * i + part]);
}

/** The largest power of 2, up to 1, of which all values are multiples; 0 without values. */
function stepOf(values: Float32Array): number {
  if (values.length === 0) return 0;
  let step = 1;
  for (let i = 0; i < values.length; i++) while (values[i] % step !== 0) step /= 2;
  return step;
}
