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
  const sums = new Float32Array(frames * bins);
  for (let t = 0; t < frames; t++) sumOfThree(grid, t, sums);
  const runs: CellRun[] = [];
  /** Index of each frame's first run. */
  const firsts = [0];
  const short = new Float32Array(bins);
  // In float64, because terms of strong signals are added and subtracted again.
  const long = new Float64Array(bins);
  const add = (to: Float32Array | Float64Array, t: number, sign: number) => {
    if (t < 0 || t >= frames) return;
    for (let k = 0, at = t * bins; k < bins; k++, at++) to[k] += sign * sums[at];
  };
  for (let t = -half; t < half - 1; t++) add(long, t, 1);
  for (let t = 0; t < frames; t++) {
    short.fill(0);
    for (let near = t - 1; near <= t + 1; near++) add(short, near, 1);
    // Frame t is the ninth of the sixteen frames.
    add(long, t + half - 1, 1);
    if (t > half) add(long, t - half - 1, -1);
    for (let k = 0; k < bins; k++) {
      if (short[k] < 9 * thresholds.cell) continue;
      const run = { frame: t, low: k, high: k, short: false, long: false };
      for (; k < bins && short[k] >= 9 * thresholds.cell; k++) {
        run.short ||= short[k] >= 9 * thresholds.short;
        run.long ||= long[k] >= 3 * LONG_FRAMES * thresholds.long;
      }
      run.high = k;
      runs.push(run);
    }
    firsts.push(runs.length);
  }
  return connected(runs, firsts);
}

/** Sums of a bin and its two neighbours, of one frame. At the band's ends the neighbour on the other end counts: it is as close. */
function sumOfThree({ ratios, bins }: RatioGrid, t: number, to: Float32Array): void {
  const at = t * bins;
  let [before, middle] = [ratios[at + bins - 1], ratios[at]];
  for (let k = 0; k < bins; k++) {
    const after = ratios[at + ((k + 1) % bins)];
    to[at + k] = before + middle + after;
    before = middle;
    middle = after;
  }
}

/** Tells whether runs hold a block over its threshold. A long block may owe its power to a signal beside it, so its runs must be long, too. */
export function isSignal(runs: readonly CellRun[]): boolean {
  if (runs.some(({ short }) => short)) return true;
  return runs.length > 0 && runs[runs.length - 1].frame - runs[0].frame >= half && runs.some(({ long }) => long);
}

function connected(runs: readonly CellRun[], firsts: readonly number[]): CellRun[][] {
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
