import { fft } from "../../../fft/fft.float64.ts";
import { valueOfRank } from "../ranks.ts";
import { binWidth, type Resolution } from "../resolution.ts";

/** Means of samples per second: their band holds most of the power of speech. */
const MEANS_HZ = 4000;
/** Means of a section, 8 ms, in which changes of a line are compared; and fewest sections. */
const [SECTION, LEAST_SECTIONS] = [32, 8];
/** Rank, as a share, of the power of the changes of a section that counts: speech has pauses, and a step of the gain lies in one section. */
const LOUD = 2 / 3;
/** Largest frequency of a receiver's constant that drifts, Hz; and in cycles over all samples, since noise moves the estimate. */
const [DRIFT_HZ, DRIFT_CYCLES] = [1, 2];
/** Least power of the changes along a carrier, relative to those across it. */
const ALONG = 4;
/** Least and largest power of the changes along a carrier, relative to its own: sound has at most 1, and on-off keying with short pulses has more. */
const [LEAST_ALONG, MOST_ALONG] = [1e-4, 10];

/**
 * Tells whether a line within half a bin of frequency 0 is a carrier with amplitude modulation, and not the receiver's constant.
 *
 * A constant has frequency 0. Noise and other signals over it change it along its phase as much as across it. Amplitude modulation changes a carrier along
 * its phase only: its sidebands mirror each other. Speech has pauses, so that the louder third of the time counts. Without modulation, a carrier at
 * frequency 0 is a constant.
 *
 * @param samples Complex, interleaved. @param isLimited Tells whether a limit disturbs them: it modulates a constant with other signals.
 */
export function isCarrierAtZero(samples: Float32Array, resolution: Resolution, isLimited: () => boolean): boolean {
  const { sampleRateHz } = resolution;
  const width = Math.max(1, Math.round(sampleRateHz / MEANS_HZ));
  const means = meansOf(samples, width);
  const count = means.length / 2;
  const sections = Math.floor(count / SECTION);
  if (sections < LEAST_SECTIONS) return false;
  const perMean = (hz: number) => (hz * width) / sampleRateHz;
  const cycles = cyclesOf(means, Math.min(0.25, perMean(binWidth(resolution) / 2)));
  if (Math.abs(cycles) > Math.max(perMean(DRIFT_HZ), DRIFT_CYCLES / count)) return true;
  const [along, across, own] = [0, 1, 2].map(() => new Float64Array(sections));
  for (let i = 0; i < sections; i++) {
    const values = mixed(means.subarray(2 * SECTION * i, 2 * SECTION * (i + 1)), cycles);
    [along[i], across[i], own[i]] = powersOf(values);
  }
  const rank = Math.floor(LOUD * sections);
  const loud = valueOfRank(along, rank);
  const carrier = valueOfRank(own, sections >> 1);
  return (
    loud > ALONG * valueOfRank(across, rank) &&
    loud >= LEAST_ALONG * carrier &&
    loud <= MOST_ALONG * carrier &&
    !isLimited()
  );
}

/** Returns the means of `width` samples each, complex, interleaved. */
function meansOf(samples: Float32Array, width: number): Float64Array {
  const means = new Float64Array(2 * Math.floor(samples.length / 2 / width));
  for (let m = 0; m < means.length / 2; m++) {
    let [re, im] = [0, 0];
    for (let i = 2 * width * m; i < 2 * width * (m + 1); i += 2) {
      re += samples[i];
      im += samples[i + 1];
    }
    means[2 * m] = re / width;
    means[2 * m + 1] = im / width;
  }
  return means;
}

/** Returns the frequency of the strongest line within ± `most`, in cycles per value. */
function cyclesOf(values: Float64Array, most: number): number {
  const size = 2 ** Math.ceil(Math.log2(values.length / 2));
  const padded = new Float64Array(2 * size);
  padded.set(values);
  const spectrum = fft(padded);
  const reach = Math.floor(most * size);
  let [best, power] = [0, 0];
  for (let k = -reach; k <= reach; k++) {
    const at = 2 * ((k + size) % size);
    const own = spectrum[at] ** 2 + spectrum[at + 1] ** 2;
    if (own > power) [best, power] = [k, own];
  }
  return best / size;
}

/** Returns values whose frequencies are lower by a number of cycles per value. */
function mixed(values: Float64Array, cycles: number): Float64Array {
  const shifted = new Float64Array(values.length);
  for (let n = 0; n < values.length / 2; n++) {
    const [c, s] = [Math.cos(2 * Math.PI * cycles * n), Math.sin(2 * Math.PI * cycles * n)];
    shifted[2 * n] = values[2 * n] * c + values[2 * n + 1] * s;
    shifted[2 * n + 1] = values[2 * n + 1] * c - values[2 * n] * s;
  }
  return shifted;
}

/** Returns the power of the changes of values along their mean, of those across it, and of the mean. */
function powersOf(values: Float64Array): [along: number, across: number, own: number] {
  const count = values.length / 2;
  let [re, im] = [0, 0];
  for (let i = 0; i < values.length; i += 2) {
    re += values[i] / count;
    im += values[i + 1] / count;
  }
  const size = Math.hypot(re, im);
  if (size === 0) return [0, 0, 0];
  let [along, across] = [0, 0];
  for (let i = 0; i < values.length; i += 2) {
    along += ((values[i] * re + values[i + 1] * im) / size - size) ** 2 / count;
    across += ((values[i + 1] * re - values[i] * im) / size) ** 2 / count;
  }
  return [along, across, size ** 2];
}
