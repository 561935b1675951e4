/** The least rate of the envelope, steps/s: four per chip of half a microsecond. */
const LEAST_STEPS = 8e6;
/** Half the length of the interpolation's kernel, in samples. */
const LOBES = 3;
/** Samples per block. Blocks lie at fixed places, so that results do not depend on the pieces that come. */
const BLOCK = 2 ** 16;
/** The samples from which the offset at zero frequency is estimated. */
const OFFSET_SAMPLES = 2048;
/** Samples of the search for the carrier: the first 50 µs of a frame, which every frame has. */
const CARRIER_SECONDS = 50e-6;

/** A part of the envelope. */
interface EnvelopeBlock {
  /** Number of the block's first sample in the stream. */
  first: number;
  /** Magnitudes, one per step; they reach one frame beyond `starts`. */
  magnitudes: Float32Array;
  /** Steps of this block at which a frame may start. */
  starts: number;
  /** The samples, and the index in them of the sample `first`. */
  samples: Float32Array;
  origin: number;
}

/** The magnitudes of a signal of 2 MHz width, on a grid that is fine enough for chips of half a microsecond. */
export interface Envelope {
  /** Steps/s. */
  readonly rateHz: number;
  push(samples: Float32Array): EnvelopeBlock[];
  end(): EnvelopeBlock[];
  /** The sample of the stream at a block's step, for a pulse that begins half a chip before. */
  sampleOf(block: EnvelopeBlock, step: number): number;
  /** The carrier's frequency from the recording's centre in Hz, from the phase between neighbours in pulses. */
  carrierOf(block: EnvelopeBlock, step: number): number;
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
    return values.map((value) => value / sum);
  });
  return { taps, reach };
}

/**
 * Creates the envelope of a stream.
 *
 * @param offsetHz Frequency of the signal from the recording's centre; the samples are mixed to zero. Hz.
 * @param seconds How far a block's magnitudes reach beyond its last start.
 * @throws RangeError when the rate is not between 2 and 20 MS/s.
 */
export function createEnvelope(sampleRateHz: number, offsetHz: number, seconds: number): Envelope {
  if (!(sampleRateHz >= 2e6 && sampleRateHz <= 20e6)) {
    throw new RangeError(`mode-s/envelope: the sample rate must be from 2 to 20 MS/s, got ${sampleRateHz / 1e6} MS/s`);
  }
  const up = Math.max(1, Math.ceil(LEAST_STEPS / sampleRateHz));
  const down = Math.max(1, Math.floor(sampleRateHz / LEAST_STEPS));
  const rateHz = (sampleRateHz * up) / down;
  const { taps, reach } = filterOf(sampleRateHz, up);
  // Steps that a frame needs after its start, and the samples under them and under the filter.
  const steps = Math.ceil(seconds * rateHz) + 1;
  const beyond = Math.ceil((steps * down) / up) + reach + 1;
  const halfChip = sampleRateHz / 4e6;
  // The samples from `reach` before the next block on.
  let held = new Float32Array(2 * (reach + BLOCK + beyond));
  // The stream begins with as many zeros as the filter reaches back.
  let [count, first, received] = [reach, 0, 0];

  const blockOf = (size: number): EnvelopeBlock => {
    const samples = held.slice(0, 2 * (reach + size + beyond));
    removeOffset(samples, reach, size);
    mix(samples, first - reach, -offsetHz / sampleRateHz);
    const starts = Math.ceil((size * up) / down);
    const magnitudes = new Float32Array(starts + steps);
    // Phase by phase: the taps of one phase stay the same.
    for (let phase = 0; phase < up; phase++) {
      const h = taps[phase];
      for (let step = phase, at = 0; step < magnitudes.length; step += up, at += 2 * down) {
        let [re, im] = [0, 0];
        for (let k = 0, i = at; k < h.length; k++, i += 2) {
          re += h[k] * samples[i];
          im += h[k] * samples[i + 1];
        }
        magnitudes[step] = Math.sqrt(re * re + im * im);
      }
    }
    const block = { first, magnitudes, starts, samples, origin: reach };
    held.copyWithin(0, 2 * size, 2 * count);
    count -= size;
    first += size;
    return block;
  };

  return {
    rateHz,
    push(samples) {
      const blocks: EnvelopeBlock[] = [];
      for (let i = 0; i < samples.length;) {
        const taken = Math.min(held.length - 2 * count, samples.length - i);
        held.set(samples.subarray(i, i + taken), 2 * count);
        i += taken;
        count += taken / 2;
        received += taken / 2;
        if (2 * count === held.length) blocks.push(blockOf(BLOCK));
      }
      return blocks;
    },
    end() {
      held.fill(0, 2 * count);
      const left = received - first;
      const blocks: EnvelopeBlock[] = [];
      // The rest may be longer than a block by what a frame needs.
      for (let rest = left; rest > 0; rest -= BLOCK) {
        blocks.push(blockOf(Math.min(rest, BLOCK)));
        held.fill(0, 2 * Math.max(0, count));
      }
      held = new Float32Array(0);
      return blocks;
    },
    sampleOf: (block, step) => block.first + (step * down) / up - halfChip + 0.5,
    carrierOf({ samples, origin }, step) {
      const from = origin + Math.round((step * down) / up);
      const to = Math.min(samples.length / 2 - 1, from + Math.ceil(CARRIER_SECONDS * sampleRateHz));
      let [re, im] = [0, 0];
      for (let n = from; n < to; n++) {
        const [a, b, c, d] = [samples[2 * n], samples[2 * n + 1], samples[2 * n + 2], samples[2 * n + 3]];
        re += a * c + b * d;
        im += a * d - b * c;
      }
      return offsetHz + (Math.atan2(im, re) * sampleRateHz) / (2 * Math.PI);
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
function removeOffset(samples: Float32Array, origin: number, size: number): void {
  const stride = Math.max(1, Math.floor(size / OFFSET_SAMPLES));
  const values = Math.floor((size - 1) / stride) + 1;
  const sorted = new Float32Array(values);
  for (const part of [0, 1]) {
    for (let i = 0; i < values; i++) sorted[i] = samples[2 * (origin + i * stride) + part];
    const middle = sorted.sort()[values >> 1];
    for (let i = part; i < samples.length; i += 2) samples[i] -= middle;
  }
}
