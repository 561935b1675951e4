import { binPowers, fastLength, transformOf } from "../../fft/fft.float64.ts";

/** Complex samples, interleaved, at a rate in Hz. */
export interface Sampled {
  samples: Float64Array;
  sampleRateHz: number;
}

/** The transform of a whole burst, padded with zeros. */
export interface Spectrum {
  /** Complex values by frequency, as `fft` returns them. */
  bins: Float64Array;
  binHz: number;
  sampleRateHz: number;
  /** Samples without the zeros. */
  length: number;
}

/** @param samples Complex samples, interleaved. */
export function burstSpectrumOf({ samples, sampleRateHz }: Sampled): Spectrum {
  const length = samples.length / 2;
  const size = fastLength(length);
  return { bins: transformOf(size, (x) => x.set(samples)), binHz: sampleRateHz / size, sampleRateHz, length };
}

/** What `burstBandOf` filters. */
export interface BurstBand {
  /** The frequency that becomes 0, Hz. It is rounded to a bin. */
  centreHz: number;
  /** No frequency farther than half of this from the centre passes, Hz. */
  widthHz: number;
  /** Gain by frequency from the centre, Hz. Default 1. */
  gain?: (hz: number) => number;
  /** The result has at least this rate, and at most 1.5 times this rate. */
  leastRateHz: number;
}

/** A filtered and resampled band. `centreHz` is the frequency that became 0, exactly. */
export interface BandSamples extends Sampled {
  centreHz: number;
}

/** Mixes, filters and resamples a burst: the inverse transform of the bins in a band. Its first sample stays the first. */
export function burstBandOf(spectrum: Spectrum, { centreHz, widthHz, gain, leastRateHz }: BurstBand): BandSamples {
  const { bins, binHz, sampleRateHz, length } = spectrum;
  const size = bins.length / 2;
  const made = fastLength((leastRateHz / sampleRateHz) * size);
  const middle = Math.round(centreHz / binHz);
  const reach = Math.min(made / 2 - 1, Math.floor(widthHz / 2 / binHz));
  const scale = made / size;
  // Frequencies outside of the recording's band are absent.
  const [first, last] = [Math.max(-reach, 1 - size / 2 - middle), Math.min(reach, size / 2 - 1 - middle)];
  const write = (kept: Float64Array) =>
    gain === undefined
      ? keepBins(kept, bins, { middle, first, last, scale })
      : keepWeighted(kept, bins, { middle, first, last, scale }, (k) => gain(k * binHz));
  const samples = transformOf(made, write, true).subarray(0, 2 * Math.max(1, Math.floor((length * made) / size)));
  return { samples, sampleRateHz: (sampleRateHz * made) / size, centreHz: middle * binHz };
}

/** Bins [first, last] from the middle one, and their factor. */
interface KeptBins {
  middle: number;
  first: number;
  last: number;
  scale: number;
}

// Loops have their own functions: V8 compiles the function that writes for each transform, with all that it calls.

function keepBins(kept: Float64Array, bins: Float64Array, { middle, first, last, scale }: KeptBins): void {
  for (let k = first; k <= last; k++) {
    const from = middle + k < 0 ? 2 * (middle + k) + bins.length : 2 * (middle + k);
    const to = k < 0 ? 2 * k + kept.length : 2 * k;
    kept[to] = scale * bins[from];
    kept[to + 1] = scale * bins[from + 1];
  }
}

function keepWeighted(
  kept: Float64Array,
  bins: Float64Array,
  { middle, first, last, scale }: KeptBins,
  gain: (k: number) => number,
): void {
  for (let k = first; k <= last; k++) {
    const from = middle + k < 0 ? 2 * (middle + k) + bins.length : 2 * (middle + k);
    const to = k < 0 ? 2 * k + kept.length : 2 * k;
    const factor = scale * gain(k);
    kept[to] = factor * bins[from];
    kept[to + 1] = factor * bins[from + 1];
  }
}

export interface Powers {
  /** By frequency from 0, negative frequencies at the end. */
  powers: Float64Array;
  binHz: number;
}

/** Powers of the transform, at twice as many frequencies as samples: this halves the loss between two bins. */
export function powersOf({ samples, sampleRateHz }: Sampled): Powers {
  const size = 2 * fastLength(samples.length / 2);
  return { powers: binPowers(samples, size), binHz: sampleRateHz / size };
}

/** The strongest line of a signal. */
export interface Line {
  hz: number;
  /** Complex amplitude: the signal is about `re + j im` times a phasor that is 1 at sample 0. */
  re: number;
  im: number;
  /** Its power over the mean power of the other frequencies that were searched. Noise exceeds x with e^−x per frequency. */
  strength: number;
}

/**
 * Finds the strongest line in a range of frequencies, by a zoomed transform.
 *
 * @param spectrum The samples' powers. Default: they are computed.
 * @throws RangeError if the range is empty.
 */
export function strongestLine(
  { samples, sampleRateHz }: Sampled,
  fromHz: number,
  toHz: number,
  spectrum: Powers = powersOf({ samples, sampleRateHz }),
): Line {
  if (!(toHz >= fromHz)) throw new RangeError(`a line needs a range of frequencies, got ${fromHz} to ${toHz} Hz`);
  const length = samples.length / 2;
  const { powers, binHz } = spectrum;
  const size = powers.length;
  const [first, last] = [Math.ceil(fromHz / binHz), Math.floor(toHz / binHz)];
  const { best, total } = strongestIn(powers, first, last, Math.round((fromHz + toHz) / 2 / binHz));
  const near = Math.ceil((2 * size) / length);
  let around = 0;
  let others = last - first + 1;
  for (let k = Math.max(first, best - near); k <= Math.min(last, best + near); k++, others--) {
    around += powers[((k % size) + size) % size];
  }
  const hz = peakNear(samples, sampleRateHz, best * binHz, binHz);
  const { re, im } = phasorAt(samples, sampleRateHz, hz);
  const mean = others > 4 ? (total - around) / others : Infinity;
  return { hz, re, im, strength: ((re * re + im * im) * length * length) / mean };
}

/** Returns the strongest bin in [first, last], and the sum of all. The spectrum repeats. @param start What is returned if none is stronger. */
function strongestIn(
  powers: Float64Array,
  first: number,
  last: number,
  start: number,
): { best: number; total: number } {
  const size = powers.length;
  let best = start;
  let most = powers[((start % size) + size) % size];
  let total = 0;
  for (let k = first, i = ((first % size) + size) % size; k <= last; k++, i++) {
    if (i === size) i = 0;
    const power = powers[i];
    total += power;
    if (power <= most) continue;
    best = k;
    most = power;
  }
  return { best, total };
}

/** Returns the line at a maximum of the spectrum. @param nearHz Its frequency within half a cycle per length. */
export function lineNear({ samples, sampleRateHz }: Sampled, nearHz: number): Omit<Line, "strength"> {
  const spacing = (2 * sampleRateHz) / samples.length;
  const hz = peakNear(samples, sampleRateHz, peakNear(samples, sampleRateHz, nearHz, spacing), spacing / 16);
  return { hz, ...phasorAt(samples, sampleRateHz, hz) };
}

/** Returns the frequency of the strongest bin within half a width of a frequency, Hz. */
export function strongestBinOf({ bins, binHz }: Spectrum, centreHz: number, widthHz: number): number {
  const size = bins.length / 2;
  const reach = Math.min(size / 2 - 1, Math.floor(widthHz / 2 / binHz));
  const middle = Math.round(centreHz / binHz);
  let [best, most] = [middle, -1];
  for (let k = middle - reach; k <= middle + reach; k++) {
    const at = 2 * (k < 0 ? k + size : k >= size ? k - size : k);
    const power = bins[at] * bins[at] + bins[at + 1] * bins[at + 1];
    if (power > most) [best, most] = [k, power];
  }
  return best * binHz;
}

/** Mean of the samples times a phasor of frequency −hz that is 1 at sample 0. */
export function phasorAt(samples: Float64Array, sampleRateHz: number, hz: number): { re: number; im: number } {
  const length = samples.length / 2;
  const c = Math.cos((2 * Math.PI * hz) / sampleRateHz);
  const s = -Math.sin((2 * Math.PI * hz) / sampleRateHz);
  let re = 0;
  let im = 0;
  let p = 1;
  let q = 0;
  for (let i = 0; i < 2 * length; i += 2) {
    re += samples[i] * p - samples[i + 1] * q;
    im += samples[i] * q + samples[i + 1] * p;
    const next = p * c - q * s;
    q = p * s + q * c;
    p = next;
  }
  return { re: re / length, im: im / length };
}

/** Parts of a burst whose phases are compared. */
const PARTS = 32;

/**
 * Returns the phase of a line in equal parts of a burst, from its phase in all of it, rad. Noise scatters these phases; what a line's
 * amplitude varies by does not.
 */
export function phasesOfLine({ samples, sampleRateHz }: Sampled, hz: number): Float64Array {
  const length = samples.length / 2;
  const sums = new Float64Array(2 * PARTS);
  for (let part = 0; part < PARTS; part++) {
    const [first, last] = [part, part + 1].map((at) => Math.floor((at * length) / PARTS));
    const { re, im } = phasorAt(samples.subarray(2 * first, 2 * last), sampleRateHz, hz);
    const angle = (-2 * Math.PI * hz * first) / sampleRateHz;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    sums[2 * part] = (re * c - im * s) * (last - first);
    sums[2 * part + 1] = (re * s + im * c) * (last - first);
  }
  let [re, im] = [0, 0];
  for (let i = 0; i < sums.length; i += 2) [re, im] = [re + sums[i], im + sums[i + 1]];
  // Small errors of the whole phase are the mean of these.
  const power = (re * re + im * im) / PARTS;
  return Float64Array.from({ length: PARTS }, (_, k) => (sums[2 * k + 1] * re - sums[2 * k] * im) / power);
}

/** Refines the frequency of a maximum by parabolas through three values. */
function peakNear(samples: Float64Array, sampleRateHz: number, startHz: number, stepHz: number): number {
  let hz = startHz;
  const levelAt = (at: number) => {
    const { re, im } = phasorAt(samples, sampleRateHz, at);
    return re * re + im * im;
  };
  for (let step = stepHz / 2; step > stepHz / 20; step /= 4) {
    const [below, here, above] = [levelAt(hz - step), levelAt(hz), levelAt(hz + step)];
    const bend = below - 2 * here + above;
    // Beside the maximum the values may bend upward.
    const move = bend < 0 ? (step * (below - above)) / (2 * bend) : step * Math.sign(above - below);
    hz += Math.max(-step, Math.min(step, move));
  }
  return hz;
}
