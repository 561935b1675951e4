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

/** Returns the connected sets of active cells that contain a block over its threshold. Runs are in order of their frames. */
export function regionsOf(grid: RatioGrid, thresholds: Thresholds): CellRun[][] {
  const { frames, bins } = grid;
  const runs: CellRun[] = [];
  /** Index of each frame's first run. */
  const firsts = [0];
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
    let run: CellRun | undefined;
    for (let k = 0; k < bins; k++) {
      long[k] += after[k] - old[k];
      const short = a[k] + b[k] + c[k];
      if (short < cell) {
        run = undefined;
        continue;
      }
      if (!run) {
        run = { frame: t, low: k, high: k, short: false, long: false };
        runs.push(run);
      }
      run.high = k + 1;
      if (short >= shortLimit) run.short = true;
      if (long[k] >= longLimit) run.long = true;
    }
    firsts.push(runs.length);
  }
  return connectedRuns(runs, firsts);
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

/** Tells whether runs hold a block over its threshold. A long block may owe its power to a signal beside it, so its runs must be long, too. */
export function isSignal(runs: readonly CellRun[]): boolean {
  if (runs.some(({ short }) => short)) return true;
  return runs.length > 0 && runs[runs.length - 1].frame - runs[0].frame >= half && runs.some(({ long }) => long);
}

/**
 * Returns the connected sets of runs that contain a block over its threshold.
 *
 * @param firsts Index of each frame's first run, and the number of runs.
 */
export function connectedRuns(runs: readonly CellRun[], firsts: readonly number[]): CellRun[][] {
  const parents = Int32Array.from(runs, (_, i) => i);
  const rootOf = (i: number) => {
    while (parents[i] !== i) i = parents[i] = parents[parents[i]];
    return i;
  };
  for (let t = 1; t < firsts.length - 1; t++) {
    for (let back = 0; back <= FRAME_GAP + 1 && back <= t; back++) {
      let other = firsts[t - back];
      for (let i = firsts[t]; i < firsts[t + 1]; i++) {
        while (other < firsts[t - back + 1] && runs[other].high + BIN_GAP < runs[i].low) other++;
        for (let o = other; o < firsts[t - back + 1] && runs[o].low <= runs[i].high + BIN_GAP; o++) {
          parents[rootOf(i)] = rootOf(o);
        }
      }
    }
  }
  const regions = new Map<number, CellRun[]>();
  for (const [i, run] of runs.entries()) {
    const root = rootOf(i);
    const region = regions.get(root);
    if (region) region.push(run);
    else regions.set(root, [run]);
  }
  return [...regions.values()].filter(isSignal);
}
