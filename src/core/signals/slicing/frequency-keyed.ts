import type { Burst } from "../detection.ts";
import { type Baseband, basebandOf } from "./baseband.ts";
import { crossingsOf, laterClock, recoverClock, type SymbolClock } from "./clock.ts";
import { decideSequence } from "./phase-sequence.ts";
import { activeSpan, type Span } from "./span.ts";
import { type DecidedSymbols, distanceOf } from "./symbols.ts";

/** What is known of a burst of frequency-shift keying. */
export interface KeyedFrequency {
  /** Part of the burst that holds the signal, in its samples. */
  start: number;
  stop: number;
  /** Mean of the outer tones, Hz in the burst. */
  carrierHz: number;
  symbolRateHz: number;
  /** Half the distance of the outer tones. */
  deviationHz: number;
  tones: 2 | 4;
  /** Symbols by which the decisions lie later than the clock says. */
  timingOffset: number;
}

/** The bits of four tones from the lowest one. */
const FOUR = ["00", "01", "11", "10"];
/** Samples per symbol, at least. */
const LEAST_SAMPLES = 8;
/** Rounds that fit the tones to the decisions. */
const ROUNDS = 4;
/** Symbols on each side that smooth the centre of the tones. */
const REACH = 24;
/** Share of a symbol, around its middle, over which the frequency is averaged. */
const MIDDLE = 0.8;
/** Deviations up to this many symbol rates: the sequence of phases decides. With more, the frequency has few errors. */
const MOST_DEVIATION = 1.2;
/** Drifts of the carrier over the burst that are tried: up to this many deviations, in steps of this share of a tone's distance from the next threshold. */
const [MOST_DRIFT, DRIFT_STEP] = [3, 0.25];
/** A drift must reduce what remains to this share. Most values that decide on it. */
const [DRIFT_GAIN, MOST_DRIFT_VALUES] = [0.7, 2000];

/**
 * Slices 2-FSK, GMSK, MSK or 4-FSK: the frequency, averaged over each symbol, against thresholds between the tones. The burst's own clock,
 * centre and deviation are followed.
 *
 * @returns The symbols, the first one first.
 */
export function sliceFrequencyKeyed(burst: Burst, signal: KeyedFrequency): DecidedSymbols {
  const { symbolRateHz, deviationHz, tones } = signal;
  const cutoffHz = 1.1 * deviationHz + 0.55 * symbolRateHz;
  const samplesPerSymbol = Math.max(LEAST_SAMPLES, Math.ceil((4 * cutoffHz) / symbolRateHz));
  const margin = 6 * (burst.sampleRateHz / symbolRateHz);
  const baseband = basebandOf(burst, {
    from: Math.max(0, signal.start - margin),
    to: Math.min(burst.samples.length / 2 - 1, signal.stop + margin),
    shiftHz: signal.carrierHz,
    cutoffHz,
    rateHz: samplesPerSymbol * symbolRateHz,
  });
  const span = activeSpan(baseband, signal, samplesPerSymbol);
  const measured = discriminate(baseband);
  const slope = driftOf(movingAverage(measured, samplesPerSymbol / 2), span, signal, samplesPerSymbol);
  const frequencies = measured.map((value, n) => value - slope * (n - (span.first + span.last) / 2));
  const averages = movingAverage(frequencies, samplesPerSymbol / 2);
  const coarse = fitTones(averages.subarray(span.first, span.last), { centre: 0, deviation: deviationHz }, tones).tones;
  const edges = crossingsOf(averages, () => coarse.centre, 0.3 * coarse.deviation * (tones === 4 ? 1 / 3 : 1)).filter(
    ({ at }) => at > span.first && at < span.last,
  );
  const clock = laterClock(recoverClock(edges, samplesPerSymbol), signal.timingOffset);
  const values = symbolValues(frequencies, clock, span);
  const levels = levelsOf(values, coarse, tones);
  const first = Math.round(clock.symbolAt(span.first));
  // The centre that follows single symbols depends on their neighbours, so the phase starts from the straight line.
  const centres = values.map(
    (_, k) => coarse.centre + slope * (clock.boundary(first + k + 0.5) - (span.first + span.last) / 2),
  );
  const isNarrow = coarse.deviation <= MOST_DEVIATION * symbolRateHz;
  const decided = isNarrow ? decideSequence({ baseband, clock, first, levels, centres }) : levels;
  const at = values.map((_, k) => baseband.from + clock.boundary(first + k + 0.5) * baseband.step);
  return {
    of: "frequency",
    at,
    values,
    bits: decided.map((level) => (tones === 2 ? (level > 0 ? "1" : "0") : FOUR[(level + 3) / 2])),
    samplesPerSymbol: distanceOf(at, burst.sampleRateHz / symbolRateHz),
    timingSd: clock.timingSd,
  };
}

/** Returns the frequency in Hz between a sample and the one before it. */
function discriminate({ re, im, rateHz }: Baseband): Float64Array {
  const frequencies = new Float64Array(re.length);
  for (let n = 1; n < re.length; n++) {
    const cross = im[n] * re[n - 1] - re[n] * im[n - 1];
    const dot = re[n] * re[n - 1] + im[n] * im[n - 1];
    frequencies[n] = (Math.atan2(cross, dot) * rateHz) / (2 * Math.PI);
  }
  return frequencies;
}

/** Returns averages over `width` samples around each sample. */
function movingAverage(values: Float64Array, width: number): Float64Array {
  const sums = cumulative(values);
  // Value n belongs to the middle between samples n − 1 and n.
  return Float64Array.from(values, (_, n) => average(sums, n - width / 2, n + width / 2));
}

function cumulative(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length);
  for (let n = 1; n < values.length; n++) sums[n] = sums[n - 1] + values[n];
  return sums;
}

/** Returns the average frequency between two samples, fractional, from sums of the frequencies. */
function average(sums: Float64Array, from: number, to: number): number {
  const last = sums.length - 1;
  const sumAt = (at: number) => {
    const place = Math.min(last, Math.max(0, at));
    const whole = Math.min(last - 1, Math.floor(place));
    return sums[whole] + (place - whole) * (sums[whole + 1] - sums[whole]);
  };
  const width = Math.min(last, to) - Math.max(0, from);
  return width <= 0 ? 0 : (sumAt(to) - sumAt(from)) / width;
}

function symbolValues(frequencies: Float64Array, clock: SymbolClock, { first, last }: Span): Float64Array {
  const sums = cumulative(frequencies);
  const from = Math.round(clock.symbolAt(first));
  const count = Math.max(0, Math.round(clock.symbolAt(last)) - from);
  return Float64Array.from({ length: count }, (_, k) => {
    const [low, high] = [clock.boundary(from + k), clock.boundary(from + k + 1)];
    const margin = ((1 - MIDDLE) / 2) * (high - low);
    return average(sums, low + margin, high - margin);
  });
}

interface Tones {
  centre: number;
  deviation: number;
}

/** The nearest level of ±1, or of ±1 and ±3. The outer tones are at the centre ± the deviation. */
function levelOf(value: number, { centre, deviation }: Tones, tones: 2 | 4): number {
  if (tones === 2) return value > centre ? 1 : -1;
  const level = 2 * Math.round(((3 * (value - centre)) / deviation - 1) / 2) + 1;
  return Math.max(-3, Math.min(3, level));
}

/** Returns by how much the carrier drifts per sample, Hz: of some slopes, the one after which the values fit tones best. */
function driftOf(
  averages: Float64Array,
  { first, last }: Span,
  { deviationHz, tones }: KeyedFrequency,
  samplesPerSymbol: number,
): number {
  const every = Math.max(1, Math.ceil((last - first) / MOST_DRIFT_VALUES), samplesPerSymbol >> 1);
  const count = Math.max(0, Math.floor((last - first) / every));
  const values = Float64Array.from({ length: count }, (_, k) => averages[first + k * every]);
  const steps = (tones - 1) / DRIFT_STEP;
  let [best, least] = [0, Infinity];
  for (let i = -MOST_DRIFT * steps; i <= MOST_DRIFT * steps; i++) {
    const drift = (i / steps) * deviationHz;
    const flat = values.map((value, k) => value - drift * (k / count - 0.5));
    const { residue } = fitTones(flat, { centre: 0, deviation: deviationHz }, tones);
    // Without a clear gain, the carrier is steady.
    const cost = i === 0 ? DRIFT_GAIN * residue : residue;
    if (cost < least) [best, least] = [drift, cost];
  }
  return best / (last - first);
}

/**
 * Fits the centre and the deviation to values by least squares, with the nearest levels.
 *
 * @returns The tones, and the mean square of what remains, limited to the deviation.
 */
function fitTones(values: Float64Array, from: Tones, tones: 2 | 4): { tones: Tones; residue: number } {
  const fitted = fittedTones(values, from, tones);
  let residue = 0;
  for (const value of values) {
    const away = value - fitted.centre - (levelOf(value, fitted, tones) / (tones - 1)) * fitted.deviation;
    residue += Math.min(away * away, from.deviation ** 2) / values.length;
  }
  return { tones: fitted, residue };
}

function fittedTones(values: Float64Array, from: Tones, tones: 2 | 4): Tones {
  let fitted = from;
  for (let round = 0; round < ROUNDS; round++) {
    let [count, sumX, sumXX, sumY, sumXY] = [0, 0, 0, 0, 0];
    for (const value of values) {
      // Values far outside are noise.
      if (Math.abs(value - fitted.centre) > 2 * fitted.deviation) continue;
      const x = levelOf(value, fitted, tones) / (tones - 1);
      count++;
      sumX += x;
      sumXX += x * x;
      sumY += value;
      sumXY += x * value;
    }
    const spread = count * sumXX - sumX * sumX;
    // With one tone only, the deviation stays.
    if (spread < 0.02 * count * count) return fitted;
    const deviation = (count * sumXY - sumX * sumY) / spread;
    if (!(deviation > 0.3 * from.deviation)) return fitted;
    fitted = { deviation, centre: (sumY - deviation * sumX) / count };
  }
  return fitted;
}

/** Returns the level of each symbol. The centre follows the carrier: the deviations from the decided tones, smoothed. */
function levelsOf(values: Float64Array, coarse: Tones, tones: 2 | 4): number[] {
  const centres = new Float64Array(values.length).fill(coarse.centre);
  let fitted = coarse;
  let levels: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    levels = Array.from(values, (value, k) => levelOf(value, { ...fitted, centre: centres[k] }, tones));
    const residues = cumulativeOf(values.map((value, k) => value - (levels[k] / (tones - 1)) * fitted.deviation));
    for (let k = 0; k < values.length; k++) {
      const reach = Math.min(REACH, Math.max(k, values.length - 1 - k));
      const [from, to] = [Math.max(0, k - reach), Math.min(values.length, k + reach + 1)];
      centres[k] = (residues[to] - residues[from]) / (to - from);
    }
    const flat = values.map((value, k) => value - centres[k]);
    fitted = { centre: 0, deviation: fitTones(flat, { ...fitted, centre: 0 }, tones).tones.deviation };
  }
  return levels;
}

function cumulativeOf(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let n = 0; n < values.length; n++) sums[n + 1] = sums[n] + values[n];
  return sums;
}
