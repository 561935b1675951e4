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
  /** How surprising it would be for runs of any length to fit as well, in nats. */
  surprise: number;
}

/**
 * Largest share of the variance that two levels leave unexplained, with noise and edges: of values that may be periodic, since a sine leaves 19 %, and
 * of others, since sound leaves 36 % or more.
 */
const [UNEXPLAINED, OF_SYMBOLS] = [0.1, 0.25];
/** Share of the runs that differ from the commonest of their level, from which values are not periodic; and fewest such runs. */
const [VARIED, FEWEST_VARIED] = [0.1, 3];
/** Filters that smooth the values, in values on each side. */
const SMOOTHERS = [0, 1, 2, 4, 8, 16, 32, 64];
/** Share of the distance of the levels beyond the threshold at which an edge counts. */
const HYSTERESIS = 0.25;
/** The lower level over the higher one, below which a carrier is off: a tone of depth 1 has 0.22, and speech more. */
const NEAR_ZERO = 0.15;
/** Fewest edges that tell a symbol. */
const FEWEST = 10;
/** The share of the runs to which their phasors sum at least, and how surprising that is at least in runs of any length, in nats. */
const [FIT, SURPRISE] = [0.7, 3];
/** Runs that are longer than this many times a short one are pauses: messages need not be a whole number of symbols apart. */
const PAUSE = 10;
/** A short run is this quantile of all; the symbols that are tried, relative to it, and their steps. */
const [SHORT, LEAST, MOST, STEPS] = [0.1, 0.65, 1.5, 300];
/** Symbols among them whose fits are independent, for runs of up to ten symbols. */
const INDEPENDENT = 10;
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
  let best: Runs | undefined;
  for (const smooth of smoothedValues(values)) {
    const runs = runsOf(smooth);
    // Means over several symbols have two levels as well, and fewer runs.
    if (runs && runs.symbol.surprise > (best?.symbol.surprise ?? 0)) best = runs;
  }
  if (!best) return undefined;
  const numbered = numberedEdges(best);
  const fitted = fittedSymbol(numbered);
  if (!fitted) return undefined;
  return {
    symbolRateHz: sampleRateHz / fitted.samples,
    sdHz: (sampleRateHz * fitted.sd) / fitted.samples ** 2,
    means: symbolMeans(values, numbered),
    surprise: best.symbol.surprise,
  };
}

/**
 * Tells whether two levels explain some values, smoothed or not, and the lower one is near zero: then they are keyed on and off, though there may be too few
 * runs for a symbol.
 */
export function isOnOff(values: Float64Array): boolean {
  for (const smooth of smoothedValues(values)) {
    const levels = clustersOf(smooth);
    const isClear = levels.unexplained < OF_SYMBOLS && levels.off < NEAR_ZERO * levels.on;
    if (isClear && edgesBetween(smooth, levels).length > 0) return true;
  }
  return false;
}

function* smoothedValues(values: Float64Array): Generator<Float64Array, void, undefined> {
  const sums = runningSums(values);
  for (const reach of SMOOTHERS) {
    if (reach > values.length / FEWEST) return;
    yield reach === 0 ? values : smoothed(sums, reach);
  }
}

/** Two levels of values. */
interface Clusters {
  off: number;
  on: number;
  /** Share of the variance that they leave. */
  unexplained: number;
}

const edgesBetween = (values: Float64Array, { off, on }: Clusters): LevelCrossing[] =>
  crossingsOf(values, () => (off + on) / 2, HYSTERESIS * (on - off));

/** Edges between two levels, and the symbol of which the runs between them are multiples. */
interface Runs {
  edges: readonly LevelCrossing[];
  symbol: Symbol;
  isPause(length: number): boolean;
}

function runsOf(smooth: Float64Array): Runs | undefined {
  const levels = clustersOf(smooth);
  if (!(levels.unexplained < OF_SYMBOLS)) return undefined;
  const edges = edgesBetween(smooth, levels);
  if (edges.length < FEWEST) return undefined;
  const lengths = Float64Array.from({ length: edges.length - 1 }, (_, i) => edges[i + 1].at - edges[i].at);
  const short = valueOfRank(lengths.slice(), Math.floor(SHORT * lengths.length));
  const isPause = (length: number) => length > PAUSE * short;
  const symbol = symbolOf(edges, lengths, { short, isPause });
  if (!symbol) return undefined;
  const found = { edges, symbol, isPause };
  return levels.unexplained < UNEXPLAINED || areVaried(found) ? found : undefined;
}

/** Tells whether runs have different lengths, as symbols have: the runs of a periodic envelope are equal. */
function areVaried(runs: Runs): boolean {
  const counts = { on: new Map<number, number>(), off: new Map<number, number>() };
  const numbered = numberedEdges(runs);
  let all = 0;
  for (let i = 1; i < numbered.length; i++) {
    const [before, after] = [numbered[i - 1], numbered[i]];
    if (before.message !== after.message) continue;
    const count = counts[before.rising ? "on" : "off"];
    const length = after.symbol - before.symbol;
    count.set(length, (count.get(length) ?? 0) + 1);
    all++;
  }
  const common = Math.max(0, ...counts.on.values()) + Math.max(0, ...counts.off.values());
  return all - common >= Math.max(FEWEST_VARIED, VARIED * all);
}

/** Returns the means of the values below and above the middle of both, and the share of the variance that they leave. */
function clustersOf(values: Float64Array): Clusters {
  const { sum, squares, low, high } = momentsOf(values);
  const count = values.length;
  const variance = squares / count - (sum / count) ** 2;
  let [off, on] = [low, high];
  let between = 0;
  for (let round = 0; round < 10; round++) {
    const { below, belowSum } = belowOf(values, (off + on) / 2);
    if (below === 0 || below === count) break;
    const next = [belowSum / below, (sum - belowSum) / (count - below)];
    between = (below / count) * (1 - below / count) * (next[1] - next[0]) ** 2;
    const isSettled = Math.abs(next[0] - off) + Math.abs(next[1] - on) < 1e-3 * (next[1] - next[0]);
    [off, on] = next;
    if (isSettled) break;
  }
  return { off, on, unexplained: variance > 0 ? 1 - between / variance : 1 };
}

function momentsOf(values: Float64Array) {
  let sum = 0;
  let squares = 0;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    sum += value;
    squares += value * value;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { sum, squares, low, high };
}

/** Returns the number of values below a threshold, and their sum. */
function belowOf(values: Float64Array, threshold: number): { below: number; belowSum: number } {
  let below = 0;
  let belowSum = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value >= threshold) continue;
    below++;
    belowSum += value;
  }
  return { below, belowSum };
}

interface Symbol {
  samples: number;
  /** Samples by which pulses are longer than whole symbols, and gaps shorter. */
  lag: number;
  surprise: number;
}

/** Runs between two looks at whether a symbol can still fit; and more than the error of the sums by rounding, relative to a run. */
const [RUNS_PER_LOOK, ROUNDING] = [16, 1e-6];

/** Nats per run by which a normal distribution of the runs around whole symbols explains them better than an equal one does. @param fit Mean of their phasors. */
const nats = (fit: number) =>
  Math.max(0, Math.log((2 * Math.PI) / Math.E / (-2 * Math.log(Math.min(0.9999, fit)))) / 2);

/** Returns the symbol of which the runs between edges are multiples. */
function symbolOf(
  edges: readonly LevelCrossing[],
  lengths: Float64Array,
  { short, isPause }: { short: number; isPause: (length: number) => boolean },
): Symbol | undefined {
  const kept = [...lengths.keys()].filter((i) => !isPause(lengths[i]));
  const runs = Float64Array.from(kept, (i) => lengths[i]);
  const signs = Int8Array.from(kept, (i) => (edges[i].rising ? 1 : -1));
  const count = runs.length;
  if (count + 1 < FEWEST) return undefined;
  let best: (Omit<Symbol, "surprise"> & { fit: number }) | undefined;
  for (let step = 0; step <= STEPS; step++) {
    const samples = short * LEAST * (MOST / LEAST) ** (step / STEPS);
    const least = Math.max(FIT, best?.fit ?? 0) * count - ROUNDING * count;
    if (!mayFit(runs, signs, samples, least)) continue;
    const { re, im } = sumOfPhasors(runs, signs, samples);
    const fit = Math.hypot(re, im) / count;
    const lag = (Math.atan2(im, re) / (2 * Math.PI)) * samples;
    if (fit >= FIT && Math.abs(lag) <= MOST_LAG * samples && fit > (best?.fit ?? 0)) best = { samples, lag, fit };
  }
  if (!best) return undefined;
  const surprise = count * nats(best.fit) - Math.log(INDEPENDENT);
  return surprise >= SURPRISE ? { ...best, surprise } : undefined;
}

/** cos and sin of a turn in steps; and the largest error of a phasor in the nearest one. */
const TURN = 2 ** 12;
const [COS, SIN] = [Math.cos, Math.sin].map((of) =>
  Float64Array.from({ length: TURN }, (_, i) => of((2 * Math.PI * i) / TURN)),
);
const TURN_ERROR = (1.01 * Math.PI) / TURN;

/** Tells whether the phasors of some runs may sum to a length, at least. */
function mayFit(runs: Float64Array, signs: Int8Array, samples: number, least: number): boolean {
  const steps = TURN / samples;
  const count = runs.length;
  let re = 0;
  let im = 0;
  for (let i = 0; i < count; i++) {
    if (i % RUNS_PER_LOOK === 0) {
      // Each of the other runs adds 1 at most. Nearly all symbols are ruled out soon.
      const most = count - i + TURN_ERROR * i;
      if (re * re + im * im < Math.max(0, least - most) ** 2) return false;
    }
    const turn = (runs[i] * steps + 0.5) & (TURN - 1);
    re += COS[turn];
    im += signs[i] * SIN[turn];
  }
  return Math.sqrt(re * re + im * im) >= least - TURN_ERROR * count;
}

function sumOfPhasors(runs: Float64Array, signs: Int8Array, samples: number): { re: number; im: number } {
  let [re, im] = [0, 0];
  for (let i = 0; i < runs.length; i++) {
    const turn = (2 * Math.PI * runs[i]) / samples;
    re += Math.cos(turn);
    im += signs[i] * Math.sin(turn);
  }
  return { re, im };
}

/** An edge with the number of its symbol, which counts from the last pause. */
interface NumberedEdge extends LevelCrossing {
  symbol: number;
  message: number;
}

function numberedEdges({ edges, symbol: { samples, lag }, isPause }: Runs): NumberedEdge[] {
  const numbered: NumberedEdge[] = [];
  for (const edge of edges) {
    const before = numbered.at(-1);
    if (!before) {
      numbered.push({ ...edge, symbol: 0, message: 0 });
      continue;
    }
    const length = edge.at - before.at;
    const symbols = Math.round((length + (edge.rising ? lag : -lag)) / samples);
    if (isPause(length)) numbered.push({ ...edge, symbol: 0, message: before.message + 1 });
    // Noise may cross the threshold for a moment, which has no symbol.
    else if (symbols < 1) numbered.pop();
    else numbered.push({ ...edge, symbol: before.symbol + symbols, message: before.message });
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
