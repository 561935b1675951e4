import { valueOfRank } from "../finding/ranks.ts";
import { runningSums, smoothed } from "../measuring/spectrum.ts";
import { crossingsOf, type LevelCrossing } from "../slicing/clock.ts";

/** Symbols of a real signal that is keyed between two levels, each level for a whole number of symbols. */
export interface PulseSymbols {
  symbolRateHz: number;
  /** Standard deviation of the rate, Hz, from how far the edges lie from the symbols' bounds. */
  sdHz: number;
  /** The mean of each symbol without its edges. Pauses are left out. */
  means: Float64Array;
}

/** Largest share of the variance that two levels leave unexplained: a sine leaves 19 %. Filters that smooth the values, in values on each side. */
const [UNEXPLAINED, SMOOTHERS] = [0.1, [0, 1, 2, 4, 8, 16, 32]];
/** Share of the distance of the levels beyond the threshold at which an edge counts. */
const HYSTERESIS = 0.25;
/** Fewest edges, and the share of them to which their phasors sum at least. */
const [FEWEST, FIT] = [10, 0.9];
/** Runs that are longer than this many times a short one are pauses: messages need not be a whole number of symbols apart. */
const PAUSE = 10;
/** A short run is this quantile of all; the symbols that are tried, relative to it, and their steps. */
const [SHORT, LEAST, MOST, STEPS] = [0.1, 0.65, 1.5, 300];
/** Pulses may be longer than their gaps say by this share of a symbol, or shorter. */
const MOST_LAG = 0.35;
/** Share of a symbol at each side of it that its mean leaves out. */
const EDGE = 0.2;

/**
 * Finds the symbols of pulses by the lengths of their runs. Unlike a line in the spectrum, this tells the symbol from its multiples, which pulses of
 * two lengths and equal periods have too, and it needs no equal phases in repeated messages.
 *
 * @param values Real, at `sampleRateHz`.
 * @returns Undefined if there are no two clear levels, or the runs are no multiples of a symbol.
 */
export function pulsesOf(values: Float64Array, sampleRateHz: number): PulseSymbols | undefined {
  const clear = twoLevelsOf(values);
  if (!clear) return undefined;
  const { smooth, off, on } = clear;
  const edges = crossingsOf(smooth, () => (off + on) / 2, HYSTERESIS * (on - off));
  if (edges.length < FEWEST) return undefined;
  const lengths = Float64Array.from({ length: edges.length - 1 }, (_, i) => edges[i + 1].at - edges[i].at);
  const short = valueOfRank(lengths.slice(), Math.floor(SHORT * lengths.length));
  const isPause = (length: number) => length > PAUSE * short;
  const found = symbolOf(edges, lengths, { short, isPause });
  if (!found) return undefined;
  const numbered = numberedEdges(edges, found, isPause);
  const fitted = fittedSymbol(numbered);
  if (!fitted) return undefined;
  return {
    symbolRateHz: sampleRateHz / fitted.samples,
    sdHz: (sampleRateHz * fitted.sd) / fitted.samples ** 2,
    means: symbolMeans(values, numbered),
  };
}

/** Returns the two levels of the smoothed values of which two levels explain the most. */
function twoLevelsOf(values: Float64Array) {
  const sums = runningSums(values);
  let best: { smooth: Float64Array; off: number; on: number; unexplained: number } | undefined;
  for (const reach of SMOOTHERS) {
    if (reach > values.length / FEWEST) break;
    const smooth = reach === 0 ? values : smoothed(sums, reach);
    const levels = clustersOf(smooth);
    if (levels.unexplained < (best?.unexplained ?? UNEXPLAINED)) best = { smooth, ...levels };
  }
  return best;
}

/** Returns the means of the values below and above the middle of both, and the share of the variance that they leave. */
function clustersOf(values: Float64Array): { off: number; on: number; unexplained: number } {
  let [sum, squares] = [0, 0];
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    sum += value;
    squares += value * value;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const count = values.length;
  const variance = squares / count - (sum / count) ** 2;
  let [off, on] = [low, high];
  let between = 0;
  for (let round = 0; round < 10; round++) {
    const threshold = (off + on) / 2;
    let [below, belowSum] = [0, 0];
    for (const value of values) {
      if (value >= threshold) continue;
      below++;
      belowSum += value;
    }
    if (below === 0 || below === count) break;
    const next = [belowSum / below, (sum - belowSum) / (count - below)];
    between = (below / count) * (1 - below / count) * (next[1] - next[0]) ** 2;
    const isSettled = Math.abs(next[0] - off) + Math.abs(next[1] - on) < 1e-3 * (next[1] - next[0]);
    [off, on] = next;
    if (isSettled) break;
  }
  return { off, on, unexplained: variance > 0 ? 1 - between / variance : 1 };
}

interface Symbol {
  samples: number;
  /** Samples by which pulses are longer than whole symbols, and gaps shorter. */
  lag: number;
}

/** Runs between two looks at whether a symbol can still fit; and more than the error of the sums by rounding, relative to a run. */
const [RUNS_PER_LOOK, ROUNDING] = [16, 1e-6];

/** Returns the symbol of which the runs between edges are multiples. */
function symbolOf(
  edges: readonly LevelCrossing[],
  lengths: Float64Array,
  { short, isPause }: { short: number; isPause: (length: number) => boolean },
): Symbol | undefined {
  const runs = lengths.filter((length) => !isPause(length));
  const signs = Int8Array.from(
    [...lengths.keys()].filter((i) => !isPause(lengths[i])),
    (i) => (edges[i].rising ? 1 : -1),
  );
  const count = runs.length;
  if (count + 1 < FEWEST) return undefined;
  let best: (Symbol & { fit: number }) | undefined;
  for (let step = 0; step <= STEPS; step++) {
    const samples = short * LEAST * (MOST / LEAST) ** (step / STEPS);
    const least = Math.max(FIT, best?.fit ?? 0) * count - ROUNDING * count;
    let [re, im] = [0, 0];
    for (let i = 0; i < count; i++) {
      // Each of the other runs adds 1 at most. Nearly all symbols are ruled out soon.
      if (i % RUNS_PER_LOOK === 0 && Math.hypot(re, im) + count - i < least) break;
      const turn = (2 * Math.PI * runs[i]) / samples;
      re += Math.cos(turn);
      im += signs[i] * Math.sin(turn);
    }
    const fit = Math.hypot(re, im) / count;
    const lag = (Math.atan2(im, re) / (2 * Math.PI)) * samples;
    if (fit >= FIT && Math.abs(lag) <= MOST_LAG * samples && fit > (best?.fit ?? 0)) best = { samples, lag, fit };
  }
  return best;
}

/** An edge with the number of its symbol, which counts from the last pause. */
interface NumberedEdge extends LevelCrossing {
  symbol: number;
  message: number;
}

function numberedEdges(
  edges: readonly LevelCrossing[],
  { samples, lag }: Symbol,
  isPause: (length: number) => boolean,
): NumberedEdge[] {
  const numbered: NumberedEdge[] = [];
  let [symbol, message] = [0, 0];
  for (const [i, edge] of edges.entries()) {
    const length = i === 0 ? 0 : edge.at - edges[i - 1].at;
    if (isPause(length)) {
      message++;
      symbol = 0;
    } else if (i > 0) {
      symbol += Math.max(1, Math.round((length + (edge.rising ? lag : -lag)) / samples));
    }
    numbered.push({ ...edge, symbol, message });
  }
  return numbered;
}

/** Returns the samples per symbol by least squares; the edges of each sign have a place of their own in each message. */
function fittedSymbol(edges: readonly NumberedEdge[]): { samples: number; sd: number } | undefined {
  const groups = new Map<string, NumberedEdge[]>();
  for (const edge of edges) {
    const key = `${edge.message} ${edge.rising}`;
    const group = groups.get(key);
    if (group) group.push(edge);
    else groups.set(key, [edge]);
  }
  let [xx, xy, yy, free] = [0, 0, 0, -1];
  for (const group of groups.values()) {
    const middle = group.reduce((sum, { symbol }) => sum + symbol, 0) / group.length;
    const place = group.reduce((sum, { at }) => sum + at, 0) / group.length;
    for (const { symbol, at } of group) {
      xx += (symbol - middle) ** 2;
      xy += (symbol - middle) * (at - place);
      yy += (at - place) ** 2;
    }
    free += group.length - 1;
  }
  if (xx === 0 || free < 1) return undefined;
  const samples = xy / xx;
  return { samples, sd: Math.sqrt(Math.max(0, yy - samples * xy) / free / xx) };
}

function symbolMeans(values: Float64Array, edges: readonly NumberedEdge[]): Float64Array {
  const sums = runningSums(values);
  const means: number[] = [];
  for (let i = 1; i < edges.length; i++) {
    const [before, after] = [edges[i - 1], edges[i]];
    if (before.message !== after.message) continue;
    const count = after.symbol - before.symbol;
    const step = (after.at - before.at) / count;
    for (let k = 0; k < count; k++) {
      const from = Math.max(0, Math.round(before.at + (k + EDGE) * step));
      const to = Math.min(values.length, Math.max(from + 1, Math.round(before.at + (k + 1 - EDGE) * step)));
      means.push((sums[to] - sums[from]) / (to - from));
    }
  }
  return Float64Array.from(means);
}
