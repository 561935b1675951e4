import { windowValues } from "../../filter-design/windows.ts";

/** Widest bin, Hz, where the lengths of a transform allow it. */
const WIDEST_BIN = 1700;
const [LEAST_LENGTH, MOST_LENGTH] = [64, 2048];
/** At the rates of audio up to this one: widest bin, Hz, which resolves Morse code 200 Hz apart and pauses of 30 ms; and least length, from 8 kS/s on. */
const [HIGHEST_AUDIO, TONE_BIN, LEAST_TONE] = [200_000, 48, 256];
/** Points of the shortest transforms, of few samples or of short bursts. */
export const SHORTEST_LENGTH = 16;
/** Lengths with narrower bins for high rates: at 61.44 MS/s a bin has 1.9 kHz. */
const [LEAST_NARROW, MOST_NARROW] = [8192, 32_768];
/** A long transform over a short one, which resolves short bursts. */
export const LONG_OVER_SHORT = 16;
/** Frames that a short recording has at least, before its transforms become shorter. */
const LEAST_FRAMES = 16;

/** A grid of spectra: frame t holds the samples from t·hop on. */
export interface Resolution {
  /** Points of a transform: a power of two. */
  length: number;
  hop: number;
  window: Float64Array;
  sampleRateHz: number;
}

/** The long and the short transforms for a recording. At high rates their bins are wide, which resolves packets in time. */
export function resolutionsFor(sampleRateHz: number, samples: number): Resolution[] {
  const wanted = Math.max(LEAST_LENGTH, Math.min(MOST_LENGTH, lengthFor(sampleRateHz)));
  return longAndShort(sampleRateHz, Math.max(SHORTEST_LENGTH, Math.min(wanted, longestFor(samples))));
}

/** The same with narrow bins, at rates at which {@link resolutionsFor} does not resolve narrow signals. */
export function narrowResolutionsFor(sampleRateHz: number, samples: number): Resolution[] | undefined {
  const length = Math.min(MOST_NARROW, lengthFor(sampleRateHz), longestFor(samples));
  return length < LEAST_NARROW ? undefined : longAndShort(sampleRateHz, length);
}

/** The same with bins that resolve tones from each other, at the rates of audio. */
export function toneResolutionsFor(sampleRateHz: number, samples: number): Resolution[] | undefined {
  if (sampleRateHz > HIGHEST_AUDIO) return undefined;
  const length = lengthFor(sampleRateHz, TONE_BIN);
  return length < LEAST_TONE || length > longestFor(samples) ? undefined : longAndShort(sampleRateHz, length);
}

const lengthFor = (sampleRateHz: number, widestBin = WIDEST_BIN) => 2 ** Math.ceil(Math.log2(sampleRateHz / widestBin));
const longestFor = (samples: number) => 2 ** Math.floor(Math.log2(Math.max(1, (4 * samples) / LEAST_FRAMES)));

function longAndShort(sampleRateHz: number, long: number): Resolution[] {
  const short = Math.max(SHORTEST_LENGTH, long / LONG_OVER_SHORT);
  const of = (length: number): Resolution => ({
    length,
    hop: length / 4,
    window: windowValues("blackman", length, true),
    sampleRateHz,
  });
  return long === short ? [of(long)] : [of(long), of(short)];
}

export const binWidth = ({ sampleRateHz, length }: Resolution) => sampleRateHz / length;

/** Frames that lie within a number of samples. */
export const framesIn = (samples: number, { length, hop }: Resolution) =>
  Math.max(0, Math.floor((samples - length) / hop) + 1);

/**
 * Returns the correlation of the transforms of white noise in two cells: the mean of the later one times the conjugate of the earlier one.
 *
 * @param frames Distance in frames; the phases count from the later frame.
 * @param bins Bin of the later one minus bin of the earlier one.
 */
export function cellCorrelation(
  { window, hop }: Resolution,
  frames: number,
  bins: number,
  turns = turnsOf(window.length, bins),
): [re: number, im: number] {
  const N = window.length;
  const ahead = frames * hop;
  let [re, im, energy] = [0, 0, 0];
  for (let n = 0; n < N; n++) energy += window[n] ** 2;
  for (let n = Math.max(0, -ahead); n < Math.min(N, N - ahead); n++) {
    const product = window[n] * window[n + ahead];
    re += product * turns.cos[n];
    im += product * turns.sin[n];
  }
  return [re / energy, im / energy];
}

/** Cosine and sine of a phase that falls by a number of turns over N samples. */
function turnsOf(N: number, count: number) {
  const cos = new Float64Array(N);
  const sin = new Float64Array(N);
  for (let n = 0; n < N; n++) {
    const angle = (-2 * Math.PI * count * n) / N;
    cos[n] = Math.cos(angle);
    sin[n] = Math.sin(angle);
  }
  return { cos, sin };
}

const known = new Map<string, number>();

/** Returns the number of independent exponential variables whose mean has the variance of the mean power of a block of cells. */
export function independentCells(resolution: Resolution, frames: number, bins: number): number {
  const key = [resolution.length, frames, bins].join();
  const value = known.get(key);
  if (value !== undefined) return value;
  const { length, hop } = resolution;
  const turns = Array.from({ length: 2 * bins - 1 }, (_, i) => turnsOf(length, i + 1 - bins));
  let sum = 0;
  for (let t = 1 - frames; t < frames; t++) {
    // Windows that do not overlap do not correlate.
    if (Math.abs(t) * hop >= length) continue;
    for (let k = 1 - bins; k < bins; k++) {
      const [re, im] = cellCorrelation(resolution, t, k, turns[k + bins - 1]);
      sum += (frames - Math.abs(t)) * (bins - Math.abs(k)) * (re * re + im * im);
    }
  }
  const made = (frames * bins) ** 2 / sum;
  known.set(key, made);
  return made;
}
