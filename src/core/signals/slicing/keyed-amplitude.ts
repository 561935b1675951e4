import type { Burst } from "../detection.ts";
import { basebandOf } from "./baseband.ts";
import { crossingsOf, laterClock, type LevelCrossing, recoverClock, type SymbolClock } from "./clock.ts";
import { activeSpan } from "./span.ts";
import { type DecidedSymbols, distanceOf, partOfSymbols } from "./symbols.ts";

/** What is known of a burst of amplitude keying. */
export interface KeyedAmplitude {
  /** Part of the burst that holds the signal, in its samples. */
  start: number;
  stop: number;
  /** Band of the signal, Hz in the burst. */
  centreHz: number;
  bandwidthHz: number;
  symbolRateHz: number;
  /** OOK: the carrier is off between pulses, so bits begin and end with a pulse. */
  isOnOff: boolean;
  /** Symbols by which the decisions lie later than the clock says. */
  timingOffset: number;
}

/** Samples per symbol, at least. */
const LEAST_SAMPLES = 16;
/** Cut-off of the filter: a share of the bandwidth, and at least this many symbol rates. Cheap transmitters change their frequency within a pulse. */
const [CUTOFF, LEAST_CUTOFF] = [0.6, 1.2];
/** Symbols around the known start and stop in which pulses count, and share of the length. */
const [OUTSIDE, SHARE] = [4, 0.02];
/** Share of a symbol at each end whose samples do not count, beside what pulses and gaps differ by. */
const EDGE = 0.07;
/** Share of the distance of the levels beyond the threshold at which a crossing counts. */
const HYSTERESIS = 0.25;
/** Symbols on each side that smooth the level of pulses, and rounds that find it. */
const [REACH, ROUNDS] = [16, 3];
/** The edges follow a clock if their phasors sum to this share of their number. */
const FIT = 0.5;
/** Runs shorter than this, in symbols, are noise. With more than this share of them, only the clock can help. */
const [SHORT, SHORT_RUNS] = [0.4, 0.05];

/**
 * Slices OOK, or ASK of two levels: the amplitude, averaged over each symbol, against a threshold that follows the level of the pulses.
 * If the edges follow no clock, the lengths of pulses and gaps are rounded to symbols.
 *
 * @returns The symbols, the first one first. Bits of OOK begin and end with 1.
 */
export function sliceKeyedAmplitude(burst: Burst, signal: KeyedAmplitude): DecidedSymbols {
  const { symbolRateHz, isOnOff } = signal;
  const cutoffHz = Math.max(CUTOFF * signal.bandwidthHz, LEAST_CUTOFF * symbolRateHz);
  const samplesPerSymbol = Math.max(LEAST_SAMPLES, Math.ceil((3 * cutoffHz) / symbolRateHz));
  const outside = (OUTSIDE * burst.sampleRateHz) / symbolRateHz + SHARE * (signal.stop - signal.start);
  const baseband = basebandOf(burst, {
    from: Math.max(0, signal.start - outside),
    to: Math.min(burst.samples.length / 2 - 1, signal.stop + outside),
    shiftHz: signal.centreHz,
    cutoffHz,
    rateHz: samplesPerSymbol * symbolRateHz,
  });
  const all = Float64Array.from(baseband.re, (re, n) => Math.hypot(re, baseband.im[n]));
  const span = isOnOff ? { first: 0, last: all.length } : activeSpan(baseband, signal, samplesPerSymbol);
  const amplitudes = all.subarray(span.first, span.last);
  const decided = (slots: readonly Slot[], timingSd: number | null): DecidedSymbols => {
    const at = Float64Array.from(slots, (slot) => baseband.from + (span.first + slot.at) * baseband.step);
    return {
      of: "amplitude",
      at,
      values: Float64Array.from(slots, ({ amplitude }) => amplitude),
      bits: slots.map(({ isOn }) => (isOn ? "1" : "0")),
      samplesPerSymbol: distanceOf(at, burst.sampleRateHz / symbolRateHz),
      timingSd,
    };
  };
  if (amplitudes.length < 2) return decided([], null);
  const levels = levelsOf(amplitudes);
  const thresholds = thresholdsOf(amplitudes, levels, { isOnOff, samplesPerSymbol });
  const edges = crossingsOf(
    averageOver(amplitudes, samplesPerSymbol / 2),
    (n) => thresholds[n],
    HYSTERESIS * (levels.on - levels.off),
  );
  // Without edges, all symbols are equal: the carrier was on.
  if (edges.length === 0) {
    return decided(
      slotsOfRun(
        { isOn: true, symbols: amplitudes.length / samplesPerSymbol, from: 0, to: amplitudes.length },
        amplitudes,
      ),
      null,
    );
  }
  const clock = laterClock(recoverClock(edges, samplesPerSymbol), signal.timingOffset);
  const runs = runsOf(edges, amplitudes.length, clock.lag, samplesPerSymbol);
  const isClocked = clock.fit >= FIT || runs.filter(({ symbols }) => symbols < SHORT).length > SHORT_RUNS * runs.length;
  const symbols = isClocked
    ? decided(clockedSlots(amplitudes, thresholds, clock), clock.timingSd)
    : decided(
        runs.flatMap((run) => slotsOfRun(run, amplitudes)),
        null,
      );
  if (!isOnOff) return symbols;
  const { bits } = symbols;
  return partOfSymbols(symbols, Math.max(0, bits.indexOf("1")), bits.lastIndexOf("1") + 1);
}

/** One symbol: its middle among the amplitudes, and its amplitude. */
interface Slot {
  at: number;
  amplitude: number;
  isOn: boolean;
}

interface Levels {
  off: number;
  on: number;
}

/** Returns the means of the amplitudes below and above the threshold in the middle of both. */
function levelsOf(amplitudes: Float64Array): Levels {
  const sorted = amplitudes.toSorted();
  const sums = new Float64Array(sorted.length + 1);
  for (let n = 0; n < sorted.length; n++) sums[n + 1] = sums[n] + sorted[n];
  const most = sorted[Math.floor(0.98 * (sorted.length - 1))];
  let levels: Levels = { off: sorted[0], on: most };
  for (let round = 0; round < 20; round++) {
    const threshold = (levels.off + levels.on) / 2;
    let below = 0;
    for (let high = sorted.length; below < high;) {
      const middle = (below + high) >> 1;
      if (sorted[middle] < threshold) below = middle + 1;
      else high = middle;
    }
    if (below === 0 || below === sorted.length) break;
    levels = { off: sums[below] / below, on: (sums[sorted.length] - sums[below]) / (sorted.length - below) };
  }
  return levels;
}

/** Returns the threshold at each sample: the middle of the levels, scaled as the pulses around are. */
function thresholdsOf(
  amplitudes: Float64Array,
  { off, on }: Levels,
  { isOnOff, samplesPerSymbol }: { isOnOff: boolean; samplesPerSymbol: number },
): Float64Array {
  const thresholds = new Float64Array(amplitudes.length).fill((off + on) / 2);
  const reach = REACH * samplesPerSymbol;
  for (let round = 0; round < ROUNDS; round++) {
    // Sums of what is measured and of what is expected. Gaps of OOK hold noise, which says nothing of the level.
    const measured = new Float64Array(amplitudes.length + 1);
    const expected = new Float64Array(amplitudes.length + 1);
    for (let n = 0; n < amplitudes.length; n++) {
      const isOn = amplitudes[n] > thresholds[n];
      const counts = isOn || !isOnOff;
      measured[n + 1] = measured[n] + (counts ? amplitudes[n] : 0);
      expected[n + 1] = expected[n] + (counts ? (isOn ? on : off) : 0);
    }
    for (let n = 0; n < amplitudes.length; n++) {
      const [from, to] = [Math.max(0, n - reach), Math.min(amplitudes.length, n + reach + 1)];
      const weight = expected[to] - expected[from];
      const scale = weight > on * samplesPerSymbol ? (measured[to] - measured[from]) / weight : 1;
      thresholds[n] = isOnOff ? Math.max(0.35 * (on + off), scale * on + off) / 2 : (scale * (off + on)) / 2;
    }
  }
  return thresholds;
}

/** Returns averages over `width` samples around each sample. */
function averageOver(values: Float64Array, width: number): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let n = 0; n < values.length; n++) sums[n + 1] = sums[n] + values[n];
  return Float64Array.from(values, (_, n) => {
    const reach = Math.min(width >> 1, n, values.length - 1 - n);
    return (sums[n + reach + 1] - sums[n - reach]) / (2 * reach + 1);
  });
}

function clockedSlots(amplitudes: Float64Array, thresholds: Float64Array, clock: SymbolClock): Slot[] {
  const first = Math.round(clock.symbolAt(0));
  const last = Math.round(clock.symbolAt(amplitudes.length - 1));
  const margin = EDGE + Math.abs(clock.lag) / 2;
  const slots: Slot[] = [];
  for (let symbol = first; symbol < last; symbol++) {
    const [low, high] = [symbol + margin, symbol + 1 - margin].map((at) => Math.round(clock.boundary(at)));
    let [sum, threshold, count] = [0, 0, 0];
    for (let n = Math.max(0, low); n <= Math.min(amplitudes.length - 1, high); n++, count++) {
      sum += amplitudes[n];
      threshold += thresholds[n];
    }
    slots.push({ at: clock.boundary(symbol + 0.5), amplitude: sum / Math.max(1, count), isOn: sum > threshold });
  }
  return slots;
}

interface Run {
  isOn: boolean;
  symbols: number;
  /** In samples. */
  from: number;
  to: number;
}

/** Returns the runs between edges, their lengths corrected by what pulses and gaps differ by. */
function runsOf(edges: readonly LevelCrossing[], length: number, lag: number, samplesPerSymbol: number): Run[] {
  const bounds = [{ at: 0, rising: !edges[0].rising }, ...edges, { at: length, rising: false }];
  return bounds.slice(0, -1).map(({ at, rising }, k) => ({
    isOn: rising,
    symbols: (bounds[k + 1].at - at) / samplesPerSymbol + (rising ? -lag : lag),
    from: at,
    to: bounds[k + 1].at,
  }));
}

/** Returns the symbols of a run, at equal distances. */
function slotsOfRun({ isOn, symbols, from, to }: Run, amplitudes: Float64Array): Slot[] {
  const count = Math.max(1, Math.round(symbols));
  return Array.from({ length: count }, (_, k) => {
    const at = from + ((to - from) * (k + 0.5)) / count;
    return { at, amplitude: amplitudes[Math.min(amplitudes.length - 1, Math.max(0, Math.round(at)))], isOn };
  });
}
