import { transformTo } from "../../fft/fft.float64.ts";
import { valueOfRank } from "../finding/ranks.ts";

/** Where I and Q are limited: infinite where they are not. */
export interface SampleLimits {
  low: number;
  high: number;
}

/** Points of a transform, and samples from one to the next. */
const [LENGTH, HOP] = [1024, 512];
/** Rounds; step of a round towards what the strong cells say; and a constant of Nesterov's momentum. */
const [ROUNDS, STEP, MOMENTUM] = [10, 1.5, 3];
/** Power of a cell with its neighbours, relative to the noise, from which on it belongs to a signal: in the first round, and in the last one. White noise has a cell of the latter in 10⁵. */
const [FIRST, LAST] = [30, 4];
/** Quantile of a frame's powers that tells its noise. */
const QUANTILE = 0.3;
/** Power that a limit makes of Gaussian I and Q: this, times a power of the share of limited values. From the closed form, within 1.6 dB. */
const [MADE, EXPONENT] = [0.4, 1.17];
/** Share of the band in which a narrow signal has what a limit makes of it, and what it makes there, relative to the noise, that is left as it is. */
const [WIDTH, HARMLESS] = [1 / 16, 0.5];
/** Frames between two parts that are restored together; frames around a part that are read, too; and most frames of a part. */
const [NEAR, AROUND, MOST_FRAMES] = [4, 3, 128];

/**
 * Restores samples that a receiver's limit cut, as far as the limit has made distortion: the true values lie beyond the limit, and strong signals fill a
 * part of the band only. Where signals fill the band, as short pulses do, and in noise, the samples stay as they are.
 *
 * In turn, the transforms' strong cells are kept, and the samples that were not limited: consistent iterative thresholding (S. Kitić et al.,
 * "Consistent iterative hard thresholding for signal declipping", ICASSP 2013) with Nesterov's momentum.
 *
 * @param samples Complex samples, interleaved. Changed.
 * @returns The samples [from, to) in which some were restored, in order.
 */
export function declip(samples: Float32Array, limits: SampleLimits): [from: number, to: number][] {
  const count = samples.length / 2;
  const frames = Math.floor((count - LENGTH) / HOP) + 1;
  if (frames < 1) return [];
  return partsOf(disturbedFrames(samples, limits, frames)).map(([first, end]) => {
    const from = Math.max(0, first - AROUND) * HOP;
    const to = Math.min(count, (end - 1 + AROUND) * HOP + LENGTH);
    const part = samples.subarray(2 * from, 2 * to);
    const restored = restoredPart(part, limits);
    // The transforms at the ends of what is read are not complete.
    const [kept, last] = [first * HOP, (end - 1) * HOP + LENGTH];
    part.set(restored.subarray(2 * (kept - from), 2 * (last - from)), 2 * (kept - from));
    return [kept, last];
  });
}

const isLimited = (value: number, { low, high }: SampleLimits) => value >= high || value <= low;

/** Tells in which frames the limit makes more than noise. */
function disturbedFrames(samples: Float32Array, limits: SampleLimits, frames: number): boolean[] {
  const counts = new Uint16Array(frames + 1);
  const powers = new Float64Array(frames + 1);
  for (let block = 0; block <= frames; block++) {
    const end = Math.min(samples.length, 2 * HOP * (block + 1));
    for (let i = 2 * HOP * block; i < end; i++) {
      powers[block] += samples[i] * samples[i];
      if (isLimited(samples[i], limits)) counts[block]++;
    }
  }
  const spectra = createSpectra();
  return Array.from({ length: frames }, (_, t) => {
    const share = (counts[t] + counts[t + 1]) / (2 * LENGTH);
    if (share === 0) return false;
    const made = (MADE * share ** EXPONENT * (powers[t] + powers[t + 1])) / WIDTH;
    return made > HARMLESS * LENGTH * spectra.noiseOf(samples, t);
  });
}

/** Groups frames in parts [first, end). */
function partsOf(isDisturbed: readonly boolean[]): [first: number, end: number][] {
  const parts: [number, number][] = [];
  for (const [t, is] of isDisturbed.entries()) {
    if (!is) continue;
    const last = parts.at(-1);
    if (last && t - last[1] < NEAR && t - last[0] < MOST_FRAMES) last[1] = t + 1;
    else parts.push([t, t + 1]);
  }
  return parts;
}

/** The sine window, whose squares add up to 1 where two frames overlap by half. */
const WINDOW = Float64Array.from({ length: LENGTH }, (_, n) => Math.sin((Math.PI * (n + 0.5)) / LENGTH));

/** Transforms in memory that is used again. */
function createSpectra() {
  const [x, bins, powers] = [new Float64Array(2 * LENGTH), new Float64Array(2 * LENGTH), new Float64Array(LENGTH)];
  return {
    /** Writes the transform of a frame. */
    transform(samples: Float32Array | Float64Array, frame: number, to: Float64Array): void {
      for (let n = 0, at = 2 * frame * HOP; n < LENGTH; n++, at += 2) {
        x[2 * n] = WINDOW[n] * samples[at];
        x[2 * n + 1] = WINDOW[n] * samples[at + 1];
      }
      transformTo(to, x);
    },
    /** Adds the samples of a frame. */
    add(frame: number, of: Float64Array, samples: Float64Array): void {
      transformTo(x, of, true);
      for (let n = 0, at = 2 * frame * HOP; n < LENGTH; n++, at += 2) {
        const weight = WINDOW[n] / LENGTH;
        samples[at] += weight * x[2 * n];
        samples[at + 1] += weight * x[2 * n + 1];
      }
    },
    /** Returns the noise's power in a frame, per sample. */
    noiseOf(samples: Float32Array | Float64Array, frame: number): number {
      this.transform(samples, frame, bins);
      for (let k = 0; k < LENGTH; k++) powers[k] = bins[2 * k] * bins[2 * k] + bins[2 * k + 1] * bins[2 * k + 1];
      // The powers of noise are exponential, and the squares of the window add up to half of its length.
      return valueOfRank(powers, Math.floor(QUANTILE * LENGTH)) / -Math.log(1 - QUANTILE) / (LENGTH / 2);
    },
  };
}

/** Returns a part with its limited samples restored. */
function restoredPart(samples: Float32Array, limits: SampleLimits): Float64Array {
  const frames = Math.floor((samples.length / 2 - LENGTH) / HOP) + 1;
  const spectra = createSpectra();
  const noise = Float64Array.from({ length: frames }, (_, t) => spectra.noiseOf(samples, t));
  const floor = valueOfRank(noise, frames >> 1) * (LENGTH / 2);
  const limited = limitedValues(samples, limits);
  const values = Float64Array.from(samples);
  const [before, moved, strong] = [values.slice(), values.slice(), values.slice()];
  const bins = Array.from({ length: frames }, () => new Float64Array(2 * LENGTH));
  const sums = Array.from({ length: frames }, () => new Float64Array(LENGTH));
  for (let round = 0; round < ROUNDS; round++) {
    const momentum = round / (round + MOMENTUM);
    for (const i of limited) {
      moved[i] = values[i] + momentum * (values[i] - before[i]);
      before[i] = values[i];
    }
    for (let t = 0; t < frames; t++) {
      spectra.transform(moved, t, bins[t]);
      addPowers(bins[t], sums[t]);
    }
    const threshold = floor * FIRST * (LAST / FIRST) ** (round / (ROUNDS - 1));
    strong.fill(0);
    for (let t = 0; t < frames; t++) {
      keepStrong(bins[t], [sums[Math.max(0, t - 1)], sums[t], sums[Math.min(frames - 1, t + 1)]], threshold);
      spectra.add(t, bins[t], strong);
    }
    // The others stay as they are.
    for (const i of limited) {
      const next = moved[i] + STEP * (strong[i] - moved[i]);
      values[i] = samples[i] >= limits.high ? Math.max(limits.high, next) : Math.min(limits.low, next);
    }
  }
  return values;
}

/** Returns the indices of limited values which two frames hold. */
function limitedValues(samples: Float32Array, limits: SampleLimits): Int32Array {
  const found = new Int32Array(samples.length);
  let count = 0;
  for (let i = 2 * HOP; i < samples.length - 2 * HOP; i++) if (isLimited(samples[i], limits)) found[count++] = i;
  return found.subarray(0, count);
}

/** Writes the sums of each bin's power and its neighbours'. */
function addPowers(bins: Float64Array, sums: Float64Array): void {
  const powerOf = (k: number) => bins[2 * k] * bins[2 * k] + bins[2 * k + 1] * bins[2 * k + 1];
  let [below, here] = [powerOf(LENGTH - 1), powerOf(0)];
  for (let k = 0; k < LENGTH; k++) {
    const above = powerOf((k + 1) % LENGTH);
    sums[k] = below + here + above;
    [below, here] = [here, above];
  }
}

/** Sets the other bins to 0. @param sums Of three frames. */
function keepStrong(bins: Float64Array, [a, b, c]: readonly Float64Array[], threshold: number): void {
  for (let k = 0; k < LENGTH; k++) {
    if (a[k] + b[k] + c[k] <= 9 * threshold) bins[2 * k] = bins[2 * k + 1] = 0;
  }
}
