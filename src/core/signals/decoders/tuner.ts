import { besselI0, kaiserBeta, kaiserLength } from "../../filter-design/fir/kaiser.ts";
import { greatestDivisor } from "../../flow/graph/rate.ts";

/** Attenuation of what would fold into the wanted band, dB. */
const ATTENUATION = 60;
/** Most phases of the filter between two input samples; a time is at most half a phase wrong. */
const MOST_PHASES = 4096;
/** Samples of a mixer's block. Each block starts with an exact phase, at a fixed place, so that results do not depend on the pieces. */
const MIXER_BLOCK = 256;

export interface TunerSpec {
  /** Rates of input and output, Hz. They count as whole numbers. */
  fromHz: number;
  toHz: number;
  /** The frequency that becomes 0, Hz. */
  offsetHz: number;
  /** Half the band that passes unchanged, Hz. Default of `stopHz`, where the stop band begins: what is beyond would fold into the pass band. */
  passHz: number;
  stopHz?: number;
}

/** Tunes a stream: mixes a frequency to 0, filters, and changes the rate. Output m lies at the input sample m·from/to. */
export interface Tuner {
  /** Takes interleaved complex samples in pieces of any size; returns those outputs that became complete. */
  push(samples: Float32Array): Float32Array;
  /** The outputs of the end: as if zeros followed. */
  end(): Float32Array;
}

/**
 * Creates a tuner. With equal rates it filters only if there is a `stopHz`.
 *
 * @throws RangeError for rates and bands out of range.
 */
export function createTuner(spec: TunerSpec): Tuner {
  const { fromHz, toHz, offsetHz, passHz } = spec;
  const lower = Math.min(fromHz, toHz);
  if (!(lower > 0)) {
    throw new RangeError(`decoders/tuner: the rates must be greater than 0, got ${fromHz} and ${toHz} Hz`);
  }
  const stopHz = Math.min(spec.stopHz ?? Infinity, lower - passHz);
  if (!(passHz > 0 && passHz < stopHz)) {
    throw new RangeError(`decoders/tuner: passHz must be between 0 and ${lower / 2}, got ${passHz}`);
  }
  const factor = 2 ** Math.floor(Math.log2(fromHz / toHz));
  if (factor > 2) {
    // Two filters are shorter together: the first one passes what the second one removes.
    const betweenHz = fromHz / (factor / 2);
    const [wide, narrow] = [
      createTuner({ fromHz, toHz: betweenHz, offsetHz, passHz }),
      createTuner({ ...spec, fromHz: betweenHz, offsetHz: 0 }),
    ];
    return {
      push: (samples) => narrow.push(wide.push(samples)),
      end() {
        const last = narrow.push(wide.end());
        const end = narrow.end();
        const all = new Float32Array(last.length + end.length);
        all.set(last);
        all.set(end, last.length);
        return all;
      },
    };
  }
  const mix = createMixer(-offsetHz / fromHz);
  const divisor = greatestDivisor(Math.round(fromHz), Math.round(toHz));
  const [down, up] = [Math.round(fromHz) / divisor, Math.round(toHz) / divisor];
  if (down === up && spec.stopHz === undefined) return { push: mix, end: () => new Float32Array(0) };

  const phases = Math.min(up, MOST_PHASES);
  const { taps, length } = filterOf({ fromHz, passHz, stopHz }, phases);
  const half = (length - 1) / 2;
  let held = new Float32Array(2 * 4096);
  // The stream begins with zeros under the filter's first half. `at` is the first tap's sample of the next output.
  let count = half;
  let [at, rest] = [0, 0];

  const outputsOf = (samples: Float32Array): Float32Array => {
    if (2 * count + samples.length > held.length) {
      const larger = new Float32Array(2 * (2 * count + samples.length));
      larger.set(held.subarray(0, 2 * count));
      held = larger;
    }
    held.set(samples, 2 * count);
    count += samples.length / 2;
    const outputs = new Float32Array(2 * (Math.floor(((count - at) * up) / down) + 1));
    let made = 0;
    // One sample more than the filter spans: the last phase may round up to it.
    while (at + length + 1 <= count) {
      const turn = Math.round((rest * phases) / up);
      const first = turn === phases ? at + 1 : at;
      const h = (turn === phases ? 0 : turn) * length;
      let re = 0;
      let im = 0;
      for (let k = h, i = 2 * first; k < h + length; k++, i += 2) {
        const tap = taps[k];
        re += tap * held[i];
        im += tap * held[i + 1];
      }
      outputs[made++] = re;
      outputs[made++] = im;
      rest += down;
      const step = Math.floor(rest / up);
      at += step;
      rest -= step * up;
    }
    held.copyWithin(0, 2 * Math.min(at, count), 2 * count);
    // At a high rate the next output may lie beyond the samples that came.
    const gone = Math.min(at, count);
    at -= gone;
    count -= gone;
    return outputs.subarray(0, made);
  };

  return {
    push: (samples) => outputsOf(mix(samples)),
    end: () => outputsOf(new Float32Array(2 * (half + 1))),
  };
}

/** Kaiser-windowed low-pass filters, [phase][tap], each with gain 1 at 0. */
function filterOf({ fromHz, passHz, stopHz }: Record<"fromHz" | "passHz" | "stopHz", number>, phases: number) {
  // Two more than the window spans: it moves by up to a sample.
  const length = (kaiserLength(ATTENUATION, (2 * (stopHz - passHz)) / fromHz) + 2) | 1;
  const half = (length - 1) / 2;
  const beta = kaiserBeta(ATTENUATION);
  const cutoff = (passHz + stopHz) / fromHz;
  const taps = new Float64Array(phases * length);
  for (let phase = 0; phase < phases; phase++) {
    let sum = 0;
    for (let k = 0; k < length; k++) {
      const t = k - half - phase / phases;
      const edge = 1 - (t / half) ** 2;
      const ideal = t === 0 ? cutoff : Math.sin(Math.PI * cutoff * t) / (Math.PI * t);
      taps[phase * length + k] = edge > 0 ? ideal * besselI0(beta * Math.sqrt(edge)) : 0;
      sum += taps[phase * length + k];
    }
    for (let k = 0; k < length; k++) taps[phase * length + k] /= sum;
  }
  return { taps, length };
}

/** Creates a mixer by a frequency in cycles per sample. It changes copies. */
function createMixer(frequency: number): (samples: Float32Array) => Float32Array {
  if (frequency === 0) return (samples) => samples;
  const [stepRe, stepIm] = [Math.cos(2 * Math.PI * frequency), Math.sin(2 * Math.PI * frequency)];
  let index = 0;
  let [cos, sin] = [1, 0];
  return (samples) => {
    const mixed = new Float32Array(samples.length);
    for (let i = 0; i < samples.length; i += 2, index++) {
      if (index % MIXER_BLOCK === 0) {
        const turns = frequency * index;
        const angle = 2 * Math.PI * (turns - Math.floor(turns));
        [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      }
      const re = samples[i];
      const im = samples[i + 1];
      mixed[i] = re * cos - im * sin;
      mixed[i + 1] = re * sin + im * cos;
      const turned = cos * stepRe - sin * stepIm;
      sin = cos * stepIm + sin * stepRe;
      cos = turned;
    }
    return mixed;
  };
}
