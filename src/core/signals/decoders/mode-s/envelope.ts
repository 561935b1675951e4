import type { Tuning } from "./pulse-sums.ts";
import type { BlockOfSamples } from "../sample-blocks.ts";

/** The least rate of the envelope, steps/s: four per chip of half a microsecond. */
const LEAST_STEPS = 8e6;
/** Half the length of the interpolation's kernel, in samples. */
const LOBES = 3;
/** The samples of a block from which the offset at zero frequency is estimated. */
export const OFFSET_SAMPLES = 2048;
/** Duration of the search for the carrier: the first 50 µs of a frame, which every frame has. */
const CARRIER_SECONDS = 50e-6;

/** Samples per block. Blocks lie at fixed places, so that results do not depend on the pieces that come. */
export const OFFSET_BLOCK = 2 ** 16;

/** The steps of the envelope of a signal of 2 MHz width, fine enough for chips of half a microsecond. */
export interface EnvelopeGrid extends Tuning {
  /** Steps per sample, or samples per step: one of them is 1. */
  up: number;
  down: number;
  /** Steps/s. */
  rateHz: number;
  /** Taps of each phase; they reach `reach` samples before and after. */
  taps: readonly Float64Array[];
  reach: number;
  /** Steps of a block's magnitudes beyond its last start, and samples that these need. */
  steps: number;
  beyond: number;
  /** Samples of the search for the carrier. */
  carrierSamples: number;
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
const lanczos = (t: number) => (Math.abs(t) < LOBES ? sinc(t) * sinc(t / LOBES) : 0);

/**
 * The taps for each phase of the grid: the average over a pulse, less what one sample spans, of the Lanczos interpolation.
 * At 2 MS/s this is interpolation alone; at 20 MS/s it is nearly the filter matched to a pulse.
 */
function filterOf(sampleRateHz: number, phases: number) {
  const width = Math.max(0, sampleRateHz / 2e6 - 1);
  const reach = Math.ceil(width / 2 + LOBES);
  const parts = 32;
  const at = (t: number) => {
    let sum = 0;
    for (let i = 0; i < parts; i++) sum += lanczos(t + width * ((i + 0.5) / parts - 0.5));
    return sum;
  };
  const taps = Array.from({ length: phases }, (_, phase) => {
    const values = Float64Array.from({ length: 2 * reach + 1 }, (__, k) => at(phase / phases - (k - reach)));
    const sum = values.reduce((total, value) => total + value, 0);
    // What rounding leaves of zeros is zero.
    return values.map((value) => (Math.abs(value / sum) < 1e-12 ? 0 : value / sum));
  });
  return { taps, reach };
}

/**
 * @param offsetHz Frequency of the signal from the recording's centre; the samples are mixed to zero. Hz.
 * @param seconds How far a block's magnitudes reach beyond its last start.
 * @throws RangeError when the rate is not between 2 and 20 MS/s.
 */
export function envelopeGrid(sampleRateHz: number, offsetHz: number, seconds: number): EnvelopeGrid {
  if (!(sampleRateHz >= 2e6 && sampleRateHz <= 20e6)) {
    throw new RangeError(`mode-s/envelope: the sample rate must be from 2 to 20 MS/s, got ${sampleRateHz / 1e6} MS/s`);
  }
  const up = Math.max(1, Math.ceil(LEAST_STEPS / sampleRateHz));
  const down = Math.max(1, Math.floor(sampleRateHz / LEAST_STEPS));
  const rateHz = (sampleRateHz * up) / down;
  const { taps, reach } = filterOf(sampleRateHz, up);
  const steps = Math.ceil(seconds * rateHz) + 1;
  const beyond = Math.ceil((steps * down) / up) + reach + 1;
  const carrierSamples = Math.ceil(CARRIER_SECONDS * sampleRateHz);
  return { sampleRateHz, offsetHz, up, down, rateHz, taps, reach, steps, beyond, carrierSamples };
}

/** Steps of a block of `size` samples at which a frame may start. */
export const startsInBlock = ({ up, down }: EnvelopeGrid, size: number) => Math.ceil((size * up) / down);

/** Returns the sample at a step of a block that begins at sample `first`, for a pulse that begins half a chip before. */
export const sampleAt = ({ up, down, sampleRateHz }: EnvelopeGrid, first: number, step: number) =>
  first + (step * down) / up - sampleRateHz / 4e6 + 0.5;

/** The envelope of a block. */
export interface Envelope {
  /** Magnitudes, one per step; they reach one frame beyond the block. */
  magnitudes: Float32Array;
  /** The sum of the products of neighbours, [Re, Im], at the beginning of a frame that starts at a step: its phase is the carrier's. */
  productAt(step: number): readonly [number, number];
}

/**
 * Returns the envelope of a block. It changes the block's samples.
 *
 * @param array Room for the magnitudes of a whole block.
 */
export function envelopeOf(
  grid: EnvelopeGrid,
  { first, size, samples }: BlockOfSamples<Float32Array>,
  array?: Float32Array,
): Envelope {
  const { up, down, taps, reach, steps, sampleRateHz, offsetHz, carrierSamples } = grid;
  removeOffset(samples, reach, size);
  mix(samples, first - reach, -offsetHz / sampleRateHz);
  const length = startsInBlock(grid, size) + steps;
  const magnitudes = array?.subarray(0, length) ?? new Float32Array(length);
  // Phase by phase: the taps of one phase stay the same.
  for (let phase = 0; phase < up; phase++) {
    const from = taps[phase].findIndex((tap) => tap !== 0);
    const h = taps[phase].slice(from, taps[phase].findLastIndex((tap) => tap !== 0) + 1);
    for (let step = phase, at = 2 * from; step < length; step += up, at += 2 * down) {
      let re = 0;
      let im = 0;
      for (let k = 0, i = at; k < h.length; k++, i += 2) {
        re += h[k] * samples[i];
        im += h[k] * samples[i + 1];
      }
      magnitudes[step] = Math.sqrt(re * re + im * im);
    }
  }
  return {
    magnitudes,
    productAt(step) {
      const from = reach + Math.round((step * down) / up);
      let [re, im] = [0, 0];
      for (let n = from; n < from + carrierSamples; n++) {
        const [a, b, c, d] = [samples[2 * n], samples[2 * n + 1], samples[2 * n + 2], samples[2 * n + 3]];
        re += a * c + b * d;
        im += a * d - b * c;
      }
      return [re, im];
    },
  };
}

/** Shifts samples by a frequency in cycles per sample; `index` is the number of the first one in the stream. */
function mix(samples: Float32Array, index: number, frequency: number): void {
  if (frequency === 0) return;
  for (let i = 0; i < samples.length; i += 2) {
    const turns = frequency * (index + i / 2);
    const angle = 2 * Math.PI * (turns - Math.floor(turns));
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [re, im] = [samples[i], samples[i + 1]];
    samples[i] = re * cos - im * sin;
    samples[i + 1] = re * sin + im * cos;
  }
}

/** Subtracts a block's offset: the medians of I and of Q, which short pulses do not move. */
export function removeOffset(samples: Float32Array, origin: number, size: number): void {
  const stride = Math.max(1, Math.floor(size / OFFSET_SAMPLES));
  const values = Math.floor((size - 1) / stride) + 1;
  const sorted = new Float32Array(values);
  for (const part of [0, 1]) {
    for (let i = 0; i < values; i++) sorted[i] = samples[2 * (origin + i * stride) + part];
    const middle = sorted.sort()[values >> 1];
    for (let i = part; i < samples.length; i += 2) samples[i] -= middle;
  }
}
