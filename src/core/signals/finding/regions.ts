/** Neighbouring active bins [low, high) of a frame. */
export interface CellRun {
  frame: number;
  low: number;
  high: number;
  /** Whether it holds a short, or a long block over its threshold. */
  short: boolean;
  long: boolean;
}

/** Cells over the noise: power over noise density, [frame][bin], about 1 where there is only noise. */
export interface RatioGrid {
  ratios: Float32Array;
  frames: number;
  bins: number;
  /** Of the noise in each frame. Default: 1. */
  gain?: ArrayLike<number>;
  /** What a part of a region needs, too, that was cut from the rest. Default: what the region had. */
  thresholds?: Thresholds;
}

/** Least mean ratios. */
export interface Thresholds {
  /** Of 3 frames and 3 bins around a cell that belongs to a signal. */
  cell: number;
  /** Of 3 frames and 3 bins, and of a row of frames and 3 bins, of which each signal must have one. */
  short: number;
  long: number;
}

/** Frames of the long blocks. */
export const LONG_FRAMES = 16;
const half = LONG_FRAMES / 2;
/** Frames and bins without activity that a region may have inside. */
const [FRAME_GAP, BIN_GAP] = [1, 1];

const [SHORT, LONG] = [1, 2];

/** Runs of active cells, added in order of their frames and bins. Noise has many, so they are no objects. */
export class RunTable {
  low = new Int32Array(2 ** 12);
  high = new Int32Array(2 ** 12);
  /** Bits: whether a run holds a short, and a long block over its threshold. */
  flags = new Uint8Array(2 ** 12);
  count = 0;
  /** Index of each frame's first run, and after the last frame the number of runs. */
  readonly firsts = [0];

  /** Begins a run at a bin, and returns its index. */
  begin(low: number): number {
    if (this.count === this.low.length) {
      this.low = grown(this.low, new Int32Array(2 * this.count));
      this.high = grown(this.high, new Int32Array(2 * this.count));
      this.flags = grown(this.flags, new Uint8Array(2 * this.count));
    }
    this.low[this.count] = low;
    this.flags[this.count] = 0;
    return this.count++;
  }

  /** Adds a cell to a run. @param short Whether it holds a short block over its threshold; `long`: a long one. */
  extend(run: number, k: number, short: boolean, long: boolean): void {
    this.high[run] = k + 1;
    if (short) this.flags[run] |= SHORT;
    if (long) this.flags[run] |= LONG;
  }

  add({ low, high, short, long }: CellRun): void {
    this.extend(this.begin(low), high - 1, short, long);
  }

  endFrame(): void {
    this.firsts.push(this.count);
  }
}

function grown<Numbers extends Int32Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}

/** Returns the connected sets of active cells that contain a block over its threshold. Runs are in order of their frames. */
export function regionsOf(grid: RatioGrid, thresholds: Thresholds): CellRun[][] {
  const { frames, bins } = grid;
  const runs = new RunTable();
  // A row of sums for each frame of a long block, the one before it, and one of zeros beyond the ends.
  const rows = Array.from({ length: LONG_FRAMES + 1 }, () => new Float32Array(bins));
  const none = new Float32Array(bins);
  const rowOf = (t: number) => (t < 0 || t >= frames ? none : rows[t % rows.length]);
  // In float64, because terms of strong signals are added and subtracted again.
  const long = new Float64Array(bins);
  const [cell, shortLimit, longLimit] = [9 * thresholds.cell, 9 * thresholds.short, 3 * LONG_FRAMES * thresholds.long];
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
    let run = -1;
    for (let k = 0; k < bins; k++) {
      long[k] += after[k] - old[k];
      const short = a[k] + b[k] + c[k];
      if (short < cell) {
        run = -1;
        continue;
      }
      if (run < 0) run = runs.begin(k);
      runs.extend(run, k, short >= shortLimit, long[k] >= longLimit);
    }
    runs.endFrame();
  }
  return connectedRuns(runs);
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
    const has = (least: number | undefined, [first, end]: readonly [number, number]) =>
      least === undefined || largestBlock(grid, [first, end], [low, high], [from, to]) >= 3 * (end - first) * least;
    return {
      frame,
      low,
      high,
      short: run.short && has(grid.thresholds?.short, [frame - 1, frame + 2]),
      long: run.long && has(grid.thresholds?.long, [frame - half, frame + half]),
    };
  });
}

/** Returns the largest sum of three bins in some frames, around one of the bins [low, high). Only bins [from, to) count. */
function largestBlock(
  { ratios, frames, bins }: RatioGrid,
  [first, end]: readonly [number, number],
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
): number {
  const sumOf = (k: number) => {
    if (k < from || k >= Math.min(to, bins)) return 0;
    let sum = 0;
    for (let t = Math.max(0, first); t < Math.min(frames, end); t++) sum += ratios[t * bins + k];
    return sum;
  };
  let [most, before, middle] = [0, sumOf(low - 1), sumOf(low)];
  for (let k = low; k < high; k++) {
    const after = sumOf(k + 1);
    most = Math.max(most, before + middle + after);
    [before, middle] = [middle, after];
  }
  return most;
}

/** Tells whether runs hold a block over its threshold. A long block may owe its power to a signal beside it, so its runs must be long, too. */
export function isSignal(runs: readonly CellRun[]): boolean {
  if (runs.some(({ short }) => short)) return true;
  return runs.length > 0 && runs[runs.length - 1].frame - runs[0].frame >= half && runs.some(({ long }) => long);
}

/** Returns the connected sets of runs that contain a block over its threshold. */
export function connectedRuns({ low, high, flags, count, firsts }: RunTable): CellRun[][] {
  const parents = new Int32Array(count);
  for (let i = 0; i < count; i++) parents[i] = i;
  const frames = firsts.length - 1;
  for (let t = 1; t < frames; t++) {
    for (let back = 0; back <= FRAME_GAP + 1 && back <= t; back++) {
      const [from, end] = [firsts[t - back], firsts[t - back + 1]];
      connect({ low, high, parents }, [firsts[t], firsts[t + 1]], [from, end]);
    }
  }
  const isKept = new Uint8Array(count);
  for (let i = 0; i < count; i++) if (flags[i]) isKept[rootOf(parents, i)] = 1;
  const regions = new Map<number, CellRun[]>();
  for (let frame = 0; frame < frames; frame++) {
    for (let i = firsts[frame]; i < firsts[frame + 1]; i++) {
      const root = rootOf(parents, i);
      if (!isKept[root]) continue;
      const run = { frame, low: low[i], high: high[i], short: (flags[i] & SHORT) > 0, long: (flags[i] & LONG) > 0 };
      const region = regions.get(root);
      if (region) region.push(run);
      else regions.set(root, [run]);
    }
  }
  return [...regions.values()].filter(isSignal);
}

/** Joins the runs [first, stop) with the runs [from, end) that they touch. All runs of a frame are in order of their bins. */
function connect(
  { low, high, parents }: Readonly<Record<"low" | "high" | "parents", Int32Array>>,
  [first, stop]: readonly [number, number],
  [from, end]: readonly [number, number],
): void {
  let other = from;
  for (let i = first; i < stop; i++) {
    const [least, most] = [low[i] - BIN_GAP, high[i] + BIN_GAP];
    while (other < end && high[other] < least) other++;
    for (let o = other; o < end && low[o] <= most; o++) {
      if (parents[o] !== parents[i]) parents[rootOf(parents, i)] = rootOf(parents, o);
    }
  }
}

function rootOf(parents: Int32Array, run: number): number {
  let i = run;
  while (parents[i] !== i) i = parents[i] = parents[parents[i]];
  return i;
}
