import { connectedRuns, wordsPerRow } from "./connected-runs.ts";

/** Neighbouring active bins [low, high) of a frame. */
export interface CellRun {
  frame: number;
  low: number;
  high: number;
  /** Whether it holds a short, or a long block over its threshold. */
  short: boolean;
  long: boolean;
}

/** Which rows of a grid are known, in frames [from, to). */
export interface GridRows {
  read: readonly [from: number, to: number];
  /** The frames that regions may have: some less, because the search looks at the frames around a region. */
  regions: readonly [from: number, to: number];
}

/** Cells over the noise: power over noise density, [frame][bin], about 1 where there is only noise. */
export interface RatioGrid {
  ratios: Float32Array;
  frames: number;
  bins: number;
  /** The bin of frequency 0. Default: the one in the middle. */
  zero?: number;
  /** Rows of which the ratios are known, where noise alone is before and after them. Default: all. */
  rows?: GridRows;
  /** Of the noise in each frame. Default: 1. */
  gain?: ArrayLike<number>;
  /** What a part of a region needs, too, that was cut from the rest. Default: what the region had. */
  thresholds?: Thresholds;
  /** Whether tones that are few bins apart are several signals, and so are marks of a tone. */
  areTones?: boolean;
  /** Whether the samples are real. Then the cells of negative frequencies are 0. */
  isReal?: boolean;
  /** Whether a line around frequency 0 was subtracted: no constant is left. */
  hasNoConstant?: boolean;
  /** Bins at which lines were subtracted. What is left around them is what modulated them. */
  subtracted?: readonly number[];
}

/** Returns the bin of frequency 0. */
export const zeroOf = ({ bins, zero = bins / 2 }: Pick<RatioGrid, "bins" | "zero">): number => zero;

/** Least mean ratios of 3 frames and 3 bins, and of a row of frames and 3 bins. */
interface BlockThresholds {
  short: number;
  long: number;
}

/** Each signal must have a block over its threshold. */
export interface Thresholds extends BlockThresholds {
  /** Least mean ratio of 3 frames and 3 bins around a cell that belongs to a signal. */
  cell: number;
  /** Of blocks that hold frequency 0, in real samples: the power of their noise varies more. Default: as elsewhere. */
  atZero?: BlockThresholds;
}

/** Frames of the long blocks. */
export const LONG_FRAMES = 16;
const half = LONG_FRAMES / 2;

/** Returns the thresholds of the block around a bin. */
const thresholdsAt = (thresholds: Thresholds, k: number, bins: number): BlockThresholds =>
  (Math.abs(k - bins / 2) <= 1 && thresholds.atZero) || thresholds;

/** Returns the connected sets of active cells that contain a block over its threshold. Runs are in order of their frames. */
export function regionsOf(grid: RatioGrid, thresholds: Thresholds): CellRun[][] {
  return regionsOfBits(bitsOf(grid, thresholds), grid);
}

/** Returns the same from the cells' bits. @param bits As {@link connectedRuns} takes them. */
export const regionsOfBits = (
  bits: Uint32Array,
  { frames, bins, rows }: Pick<RatioGrid, "frames" | "bins" | "rows">,
): CellRun[][] => connectedRuns(bits, rows?.regions ?? [0, frames], bins).filter(isSignal);

/** Returns the bits of the cells of a grid: which ones are active, and which hold a short or a long block over its threshold. */
function bitsOf(grid: RatioGrid, thresholds: Thresholds): Uint32Array {
  const { frames, bins } = grid;
  const words = wordsPerRow(bins);
  const bits = new Uint32Array(3 * frames * words);
  // A row of sums for each frame of a long block, the one before it, and one of zeros beyond the ends.
  const rows = Array.from({ length: LONG_FRAMES + 1 }, () => new Float32Array(bins));
  const none = new Float32Array(bins);
  const rowOf = (t: number) => (t < 0 || t >= frames ? none : rows[t % rows.length]);
  // In float64, because terms of strong signals are added and subtracted again.
  const long = new Float64Array(bins);
  const cell = 9 * thresholds.cell;
  const begin = (t: number) => {
    if (t < frames) sumOfThree(grid, t, rowOf(t));
    return rowOf(t);
  };
  for (let t = 0; t < half - 1; t++) {
    const row = begin(t);
    for (let k = 0; k < bins; k++) long[k] += row[k];
  }
  for (let t = 0; t < frames; t++) {
    // Frame t is the ninth of the sixteen frames.
    const old = rowOf(t - half - 1);
    const after = begin(t + half - 1);
    const [a, b, c] = [rowOf(t - 1), rowOf(t), rowOf(t + 1)];
    const row = 3 * t * words;
    for (let k = 0; k < bins; k++) {
      long[k] += after[k] - old[k];
      const short = a[k] + b[k] + c[k];
      if (short < cell) continue;
      const [at, bit] = [row + (k >> 5), 1 << (k & 31)];
      const limits = thresholdsAt(thresholds, k, bins);
      bits[at] |= bit;
      if (short >= 9 * limits.short) bits[at + words] |= bit;
      if (long[k] >= 3 * LONG_FRAMES * limits.long) bits[at + 2 * words] |= bit;
    }
  }
  return bits;
}

/** Sums of a bin and its two neighbours, of one frame. At the band's ends the neighbour on the other end counts: it is as close. */
function sumOfThree({ ratios, bins }: RatioGrid, t: number, to: Float32Array): void {
  const at = t * bins;
  let [before, middle] = [ratios[at + bins - 1], ratios[at]];
  for (let k = 0; k < bins - 1; k++) {
    const after = ratios[at + k + 1];
    to[k] = before + middle + after;
    before = middle;
    middle = after;
  }
  to[bins - 1] = before + middle + ratios[at];
}

/**
 * Returns the parts of runs in bins [from, to). A part that was cut off holds a block over its threshold only if the cells of these bins reach it: otherwise
 * noise beside a strong signal would count as another one.
 */
export function runsWithin(grid: RatioGrid, runs: readonly CellRun[], from: number, to: number): CellRun[] {
  return runs.flatMap((run) => {
    if (run.low >= to || run.high <= from) return [];
    if (run.low >= from && run.high <= to) return [run];
    const [low, high] = [Math.max(run.low, from), Math.min(run.high, to)];
    const { frame } = run;
    const has = (kind: keyof BlockThresholds, around: readonly [number, number]) =>
      holdsBlock(grid, { kind, around, run: [low, high], bins: [from, to] });
    return {
      frame,
      low,
      high,
      short: run.short && has("short", [frame - 1, frame + 2]),
      long: run.long && has("long", [frame - half, frame + half]),
    };
  });
}

/** Tells whether three bins of some frames, around one of a run's bins, reach their threshold. @param part Bins beyond `[from, to)` do not count. */
function holdsBlock(
  { ratios, frames, bins, thresholds }: RatioGrid,
  part: {
    kind: keyof BlockThresholds;
    around: readonly [first: number, end: number];
    run: readonly [low: number, high: number];
    bins: readonly [from: number, to: number];
  },
): boolean {
  if (!thresholds) return true;
  const [[first, end], [low, high], [from, to]] = [part.around, part.run, part.bins];
  const cells = 3 * (end - first);
  const sumOf = (k: number) => {
    if (k < from || k >= Math.min(to, bins)) return 0;
    let sum = 0;
    for (let t = Math.max(0, first); t < Math.min(frames, end); t++) sum += ratios[t * bins + k];
    return sum;
  };
  let [before, middle] = [sumOf(low - 1), sumOf(low)];
  for (let k = low; k < high; k++) {
    const after = sumOf(k + 1);
    const limits = thresholdsAt(thresholds, k, bins);
    if (before + middle + after >= cells * limits[part.kind]) return true;
    [before, middle] = [middle, after];
  }
  return false;
}

/** Tells whether runs hold a block over its threshold. A long block may owe its power to a signal beside it, so its runs must be long, too. */
export function isSignal(runs: readonly CellRun[]): boolean {
  if (runs.some(({ short }) => short)) return true;
  return runs.length > 0 && runs[runs.length - 1].frame - runs[0].frame >= half && runs.some(({ long }) => long);
}
