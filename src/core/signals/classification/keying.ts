import { runningSums, smoothed } from "../measuring/spectrum.ts";
import { edgesOf } from "../synchronizing/edges.ts";
import { type Sampled, type Spectrum, burstSpectrumOf } from "../synchronizing/spectrum.ts";
import { fitLevels, type Levels } from "./levels.ts";
import { pulsesOf } from "./pulses.ts";

/** A symbol rate of a real signal, its frequency or its amplitude, and the levels that explain its symbols. */
export interface Keying {
  symbolRateHz: number;
  /** Standard deviation of the rate, Hz. */
  sdHz: number;
  /** Power of the line at the symbol rate over the mean of other rates. */
  strength: number;
  symbols: number;
  /** Whether the lengths of pulses tell the rate, instead of a line; and how surprising their fit would be without symbols, in nats. */
  ofPulses: boolean;
  surprise: number;
  /** Two and four levels fitted to the means over symbols. */
  two: Levels;
  four: Levels;
}

/** A symbol rate that was measured. Its strength is the probability that it is noise. */
export interface KnownRate {
  hz: number;
  sdHz: number;
  strength: number;
}

/** Power of a line over the noise of one frequency, if the strongest of about 1000 frequencies is noise with this probability. */
const nats = (probability: number) => Math.log(1000) - Math.log(Math.max(1e-100, probability));

/** Fewest symbols that are fitted, and fewest changes between two levels: one step of a receiver's gain is no keying. */
const [FEWEST, CHANGES] = [12, 4];

/** Lines that are weaker may be noise; a fit that explains this share of the best one is enough for a lower rate. */
const [CLEAR, ENOUGH] = [12, 0.7];

/** Standard deviations of the advantage of few symbols, 1/√(2N), that chance has at the best of many rates. */
const CHANCE = 3;
/** Advantage of a rate beyond chance. */
const beyondChance = (two: Levels, four: Levels, symbols: number) =>
  Math.max(two.advantage, four.advantage) - CHANCE / Math.sqrt(2 * symbols);

/** Symbols that tell which rates may fit; how many times as many are all fitted; and how much worse than the best one a rate may fit, nats per symbol. */
const [FEW, SHORTER, MARGIN] = [600, 1.5, 0.15];

/** Share of the power in one line above which a signal is a sine, not symbols: alternating rectangular symbols have 8/π². */
const SINE = 0.87;

/** Tells whether a real signal without its mean is a sine. @param noise Of the same length, with the power of the noise in it. Default: none. */
export function isSine(spectrum: Spectrum, noise?: Spectrum): boolean {
  const { line, total } = lineOf(spectrum);
  const own = total - (noise ? strongestOf(noise.bins).total : 0);
  return own > 0 && line > SINE * own;
}

/** Returns the power of a real signal's strongest line, and of all of it. */
function lineOf({ bins, length }: Spectrum): { line: number; total: number } {
  const size = bins.length / 2;
  const powerOf = (k: number) => bins[2 * k] ** 2 + bins[2 * k + 1] ** 2;
  const { best, total } = strongestOf(bins);
  // The main lobe and the first side lobes of a line, in bins of the padded transform.
  const reach = Math.ceil((2 * size) / length);
  let line = 0;
  for (let k = Math.max(1, best - reach); k <= Math.min(size / 2 - 1, best + reach); k++) line += powerOf(k);
  return { line, total };
}

/** Returns the strongest bin of positive frequency, and the power of all of them. */
function strongestOf(bins: Float64Array): { best: number; total: number } {
  let best = 1;
  let most = -1;
  let total = 0;
  for (let k = 1; k < bins.length / 4; k++) {
    const power = bins[2 * k] * bins[2 * k] + bins[2 * k + 1] * bins[2 * k + 1];
    total += power;
    if (power <= most) continue;
    best = k;
    most = power;
  }
  return { best, total };
}

/**
 * Finds the symbol rate of a real signal with levels. Multiples of the rate fit too, so the lowest rate that fits well is taken.
 *
 * @param values Real, at `sampleRateHz`.
 * @param range Lowest and highest symbol rate, Hz; each octave is searched.
 * @param known Rates that are tried too.
 * @returns Undefined if the signal is too short for such rates, or a sine.
 */
export function keyingOf(
  values: Float64Array,
  sampleRateHz: number,
  [fromHz, toHz]: readonly [number, number],
  known: readonly KnownRate[] = [],
): Keying | undefined {
  const spectrum = spectrumWithoutMean(values, sampleRateHz);
  if (isSine(spectrum)) return undefined;
  const sums = runningSums(values);
  const seconds = values.length / sampleRateHz;
  const found: (SymbolMeans & { fit: number })[] = [];
  const add = (from: number, to: number, knownStrength?: number) => {
    if (to * seconds < FEWEST) return;
    const edges = edgesOf(spectrum, 0, [Math.max(from, FEWEST / seconds), to], true);
    const { symbolRateHz, instant } = edges;
    const strength = knownStrength ?? edges.strength;
    const means = meansOf(sums, instant, sampleRateHz / symbolRateHz);
    if (means.length < FEWEST) return;
    const few =
      means.length > SHORTER * FEW ? means.subarray((means.length - FEW) >> 1, (means.length + FEW) >> 1) : means;
    const fit = beyondChance(fitLevels(few, 2), fitLevels(few, 4), few.length);
    found.push({ symbolRateHz, strength, means, fit });
  };
  for (let from = fromHz; from < toHz; from *= 2) add(from, Math.min(2 * from, toHz));
  for (const { hz, sdHz, strength } of known) {
    const reach = Math.max(4 * sdHz, 1e-3 * hz, 0.5 / seconds);
    add(hz - reach, hz + reach, nats(strength));
  }
  // All symbols are fitted where some of them fit nearly as well as at the best rate.
  const best = Math.max(...found.map(({ fit }) => fit));
  const fitted = found.flatMap(({ symbolRateHz, strength, means, fit }): Keying[] => {
    if (fit < ENOUGH * best - MARGIN) return [];
    const two = fitLevels(means, 2);
    if (changesOf(two.decisions) < CHANGES) return [];
    const sdHz = lineSd(seconds, strength);
    return [
      {
        symbolRateHz,
        sdHz,
        strength,
        symbols: means.length,
        ofPulses: false,
        surprise: 0,
        two,
        four: fitLevels(means, 4),
      },
    ];
  });
  fitted.sort((a, b) => a.symbolRateHz - b.symbolRateHz);
  const fitOf = ({ two, four, symbols }: Keying) => beyondChance(two, four, symbols);
  const most = Math.max(...fitted.map(fitOf));
  return fitted.find((keying) => fitOf(keying) === most || (keying.strength > CLEAR && fitOf(keying) > ENOUGH * most));
}

/** Returns the spectrum of a real signal without its mean. */
export function spectrumWithoutMean(values: Float64Array, sampleRateHz: number): Spectrum {
  return burstSpectrumOf({ samples: withoutMean(values), sampleRateHz });
}

/** Returns real values without their mean as complex samples. */
function withoutMean(values: Float64Array): Float64Array {
  const samples = new Float64Array(2 * values.length);
  let mean = 0;
  for (let i = 0; i < values.length; i++) mean += values[i];
  mean /= values.length;
  for (let i = 0; i < values.length; i++) samples[2 * i] = values[i] - mean;
  return samples;
}

/** Means over symbols of a rate. */
interface SymbolMeans {
  symbolRateHz: number;
  strength: number;
  means: Float64Array;
}

function changesOf(decisions: Int8Array): number {
  let changes = 0;
  for (let k = 1; k < decisions.length; k++) if (decisions[k] !== decisions[k - 1]) changes++;
  return changes;
}

/** Standard deviation of a line's frequency by the Cramér–Rao bound, Hz. @param strength Its power over the noise of one frequency. */
export const lineSd = (seconds: number, strength: number) =>
  Math.sqrt(1.5 / Math.max(1, strength)) / (Math.PI * seconds);

/** The inverse of {@link lineSd}. Edges without errors have the largest strength. */
const lineStrength = (seconds: number, sdHz: number) => 1.5 / Math.max(1e-4, Math.PI * seconds * sdHz) ** 2;

/** Means over symbols, from running sums. */
function meansOf(sums: Float64Array, instant: number, step: number): Float64Array {
  const first = instant + Math.ceil((step / 2 - instant) / step) * step;
  const count = Math.max(0, Math.floor((sums.length - 1 - step / 2 - first) / step) + 1);
  const at = (place: number) => {
    const whole = Math.max(0, Math.min(sums.length - 2, Math.floor(place)));
    return sums[whole] + (place - whole) * (sums[whole + 1] - sums[whole]);
  };
  const means = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    // Sample n stands for the time from n − 1/2 to n + 1/2.
    const middle = first + k * step + 0.5;
    means[k] = (at(middle + step / 2) - at(middle - step / 2)) / step;
  }
  return means;
}

/** Returns the keying of pulses with two clear levels; undefined if there are none. A line of this strength would have the precision of the rate. */
export function keyingOfPulses(values: Float64Array, sampleRateHz: number): Keying | undefined {
  const pulses = pulsesOf(values, sampleRateHz);
  if (!pulses || pulses.means.length < FEWEST) return undefined;
  const { symbolRateHz, sdHz, means, surprise } = pulses;
  const strength = lineStrength(values.length / sampleRateHz, sdHz);
  const levels = { two: fitLevels(means, 2), four: fitLevels(means, 4) };
  return { symbolRateHz, sdHz, strength, symbols: means.length, ofPulses: true, surprise, ...levels };
}

/** Frequency in Hz from each sample to the next one, limited to ± `limitHz`. */
export function frequencyOf({ samples, sampleRateHz }: Sampled, limitHz: number): Float64Array {
  const values = new Float64Array(samples.length / 2 - 1);
  for (let n = 0; n < values.length; n++) {
    const a = samples[2 * n];
    const b = samples[2 * n + 1];
    const c = samples[2 * n + 2];
    const d = samples[2 * n + 3];
    const hz = (Math.atan2(d * a - c * b, c * a + d * b) / (2 * Math.PI)) * sampleRateHz;
    values[n] = Math.max(-limitHz, Math.min(limitHz, hz));
  }
  return values;
}

/**
 * Returns the amplitude of the higher of two tones less the amplitude of the lower one. Each is a mean over the time in which they turn once
 * against each other, so nothing of one is left in the other.
 */
export function toneDifference(
  { samples, sampleRateHz }: Sampled,
  { middle, half }: { middle: number; half: number },
): Float64Array {
  const reach = Math.max(1, Math.round(sampleRateHz / (2 * half) / 2));
  const amplitudes = [middle + half, middle - half].map((hz) => {
    const parts = [0, 1].map(() => new Float64Array(samples.length / 2));
    for (let n = 0; n < parts[0].length; n++) {
      const angle = (-2 * Math.PI * hz * n) / sampleRateHz;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      parts[0][n] = samples[2 * n] * c - samples[2 * n + 1] * s;
      parts[1][n] = samples[2 * n] * s + samples[2 * n + 1] * c;
    }
    const [re, im] = parts.map((part) => smoothed(runningSums(part), reach));
    return re.map((value, n) => Math.hypot(value, im[n]));
  });
  return amplitudes[0].map((value, n) => value - amplitudes[1][n]);
}

/** Distance of the compared means, in their lengths. */
const APART = 1.5;

/**
 * Correlation of means of a frequency that lie apart: 1 for slow sound, about 0 for symbols of a bandwidth.
 *
 * @param mean Values per mean, about the sample rate over the bandwidth.
 */
export function slownessOf(frequency: Float64Array, mean: number): number {
  const length = Math.max(1, Math.round(mean));
  const means = new Float64Array(Math.max(0, frequency.length - length));
  let sum = 0;
  let average = 0;
  for (let n = 0; n < frequency.length; n++) {
    sum += frequency[n] - (frequency[n - length] ?? 0);
    if (n < length) continue;
    means[n - length] = sum / length;
    average += sum / length / means.length;
  }
  const lag = Math.round(APART * length);
  let [apart, whole] = [0, 0];
  for (let n = 0; n + lag < means.length; n++) {
    apart += (means[n] - average) * (means[n + lag] - average);
    whole += ((means[n] - average) ** 2 + (means[n + lag] - average) ** 2) / 2;
  }
  return apart / (whole || 1);
}

/** Seconds over which a frequency is averaged before its extremes are taken. */
const SOUND_S = 60e-6;

/** The mean frequency of FM, and half the distance of its extremes, Hz. */
export function deviationOf(signal: Sampled): { middleHz: number; deviationHz: number } {
  const values = frequencyOf(signal, signal.sampleRateHz / 2);
  const reach = Math.max(1, Math.round(SOUND_S * signal.sampleRateHz));
  let [sum, total, low, high] = [0, 0, Infinity, -Infinity];
  for (let n = 0; n < values.length; n++) {
    total += values[n];
    sum += values[n] - (values[n - reach] ?? 0);
    if (n < reach) continue;
    low = Math.min(low, sum / reach);
    high = Math.max(high, sum / reach);
  }
  return { middleHz: total / Math.max(1, values.length), deviationHz: Math.max(0, (high - low) / 2) };
}

/** The mean frequency of a signal, weighted by its power, Hz. */
export function meanFrequencyOf({ samples, sampleRateHz }: Sampled): number {
  let [re, im] = [0, 0];
  for (let i = 0; i + 3 < samples.length; i += 2) {
    const [a, b, c, d] = [samples[i], samples[i + 1], samples[i + 2], samples[i + 3]];
    re += c * a + d * b;
    im += d * a - c * b;
  }
  return (Math.atan2(im, re) / (2 * Math.PI)) * sampleRateHz;
}
