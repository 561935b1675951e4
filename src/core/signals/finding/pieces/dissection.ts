import { cellsOf, type Cells, FAINT_POWER, onLevel, PAUSE_NOISE, type Piece, pieceOfCells } from "./pieces.ts";
import { type CellRun, isSignal, LONG_FRAMES, type RatioGrid, runsWithin } from "../regions.ts";
import { atFaintEnd } from "./faint-ends.ts";
import { atTimes } from "./sides-in-turn.ts";

/** Frames of a pause that ends a burst. */
const PAUSE_FRAMES = 2;
/** Deviation of a frame's power, relative to its mean, that allows this; and frames for each unit that it is larger. */
const [STEADY, FRAMES_PER_DEVIATION] = [0.12, 16];
/** Power of a pause relative to the median of the burst, at most, and where the noise needs more. */
const [PAUSE_POWER, MOST_PAUSE_POWER] = [0.03, 0.3];
/** The same of marks of a tone, whose pauses may hold leakage of a tone beside it. */
const MARK_PAUSE_POWER = 0.15;
/** The level of a strong burst, relative to the median, that tells that most frames are not its own. */
const FAINTER = 30;
/** Power density of a valley between two neighbours, relative to the lower one's. */
const VALLEY = 0.05;
/** The same between tones: the clicks of their marks fill it. */
const TONE_VALLEY = 0.2;
/** Bins of a region before it is searched for a valley. */
const LEAST_BINS = 7;

/**
 * Returns the frames of a pause that ends a burst, rather than being noise that cancels it: more for weak narrow bursts.
 * A frame's power deviates by the power of the noise in its bins, and by the product of noise and signal.
 */
export function pauseFrames({ envelope, lowBin, highBin }: Pick<Piece, "envelope" | "lowBin" | "highBin">): number {
  const level = onLevel(envelope);
  const deviation = level > 0 ? Math.sqrt(2 * (highBin - lowBin) + 4 * level) / level : 1;
  return PAUSE_FRAMES + Math.ceil(FRAMES_PER_DEVIATION * Math.min(1, Math.max(0, deviation - STEADY)));
}

/** Cuts a region where a strong burst gives way to what is faint beside it, at pauses, at frequencies that none of its parts occupies, where its two sides are on at different times, and where it covers another signal, until nothing is left to cut. */
export function dissect(grid: RatioGrid, runs: readonly CellRun[]): Piece[] {
  const pieces: Piece[] = [];
  dissectCells(grid, cellsOf(grid, runs), pieces);
  return pieces;
}

/** Adds the parts of a region to pieces. */
function dissectCells(grid: RatioGrid, cells: Cells, pieces: Piece[]): void {
  const cut = pauseOf(cells, grid);
  // Parts in time have parts of the envelope.
  const known = { envelope: cells.envelope, frame: cells.firstFrame };
  const add = (part: readonly CellRun[]) => {
    if (isSignal(part)) dissectCells(grid, cellsOf(grid, part, cut === undefined ? undefined : known), pieces);
  };
  if (cut !== undefined) {
    const at = firstFrom(cells.runs, cut);
    add(cells.runs.slice(0, at));
    add(cells.runs.slice(at));
    return;
  }
  const whole = pieceOfCells(cells, grid);
  const parts = atValley(grid, whole) ?? atTimes(grid, whole) ?? atFaintEnd(grid, whole);
  if (parts) for (const part of parts) add(part);
  else pieces.push(whole);
}

/** Returns the frame at which a region is cut in two parts. */
const pauseOf = (cells: Cells, { areTones }: RatioGrid) =>
  atFaint(cells) ?? atPause(cells, areTones ? MARK_PAUSE_POWER : PAUSE_POWER) ?? atGap(cells);

/** Returns the first frame after a pause without any cells: what connected the cells was cut away. */
function atGap(cells: Cells): number | undefined {
  const { runs } = cells;
  const pause = pauseFrames(cells);
  for (let i = 1; i < runs.length; i++) if (runs[i].frame - runs[i - 1].frame > pause) return runs[i].frame;
  return undefined;
}

/** Returns the index of the first run that does not begin before a frame. */
function firstFrom(runs: readonly CellRun[], frame: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle].frame < frame) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A strong burst, and what surrounds another burst in the same bins for longer: its skirts, or leakage. Most frames are faint then, and their
 * median says nothing of the strong burst. Returns the frame between both.
 */
function atFaint({ envelope, firstFrame }: Cells): number | undefined {
  const strong = strongLevel(envelope, FAINTER * onLevel(envelope));
  if (strong === undefined) return undefined;
  const limit = FAINT_POWER * strong;
  for (let from = 0, to = 0; from < envelope.length; from = to + 1) {
    for (to = from; to < envelope.length && envelope[to] < limit; to++);
    const cut = from > 0 ? from : to;
    if (to - from < LONG_FRAMES || cut === envelope.length) continue;
    return firstFrame + cut;
  }
  return undefined;
}

/** Power of the frames above which half of the energy is; undefined if it is less than this. */
function strongLevel(envelope: Float64Array, least: number): number | undefined {
  let [total, over] = [0, 0];
  for (let t = 0; t < envelope.length; t++) {
    const value = envelope[t];
    if (value > 0) total += value;
    if (value >= least) over += value;
  }
  if (over < total / 2) return undefined;
  const sorted = envelope.toSorted();
  let rest = total / 2;
  let t = sorted.length;
  while (t > 0 && rest > 0) rest -= sorted[--t];
  return sorted[t] ?? 0;
}

/** Returns the frame at which a pause has ended a burst. */
function atPause(cells: Cells, power: number): number | undefined {
  const { envelope, firstFrame, lowBin, highBin } = cells;
  const pause = pauseFrames(cells);
  const level = onLevel(envelope);
  const noise = PAUSE_NOISE * Math.sqrt(2 * (highBin - lowBin));
  const limit = Math.max(power * level, Math.min(MOST_PAUSE_POWER * level, noise));
  const first = envelope.findIndex((value) => value > limit);
  const last = envelope.findLastIndex((value) => value > limit);
  for (let t = first, low = 0; t <= last; t++) {
    low = envelope[t] > limit ? 0 : low + 1;
    if (low < pause) continue;
    return firstFrame + t;
  }
  return undefined;
}

function atValley(grid: RatioGrid, { runs, spectrum, lowBin }: Piece): CellRun[][] | undefined {
  const size = spectrum.length;
  if (size < LEAST_BINS) return undefined;
  // Spectra of noise and of modulated signals have valleys of one bin.
  const smooth = grid.areTones
    ? spectrum
    : spectrum.map((value, k) => (value + (spectrum[k - 1] ?? value) + (spectrum[k + 1] ?? value)) / 3);
  const right = smooth.slice();
  for (let k = size - 2; k >= 0; k--) right[k] = Math.max(right[k], right[k + 1]);
  let [left, best, depth] = [smooth[0], -1, grid.areTones ? TONE_VALLEY : VALLEY];
  for (let k = 1; k < size; k++) {
    left = Math.max(left, smooth[k]);
    const lower = Math.min(left, right[k]);
    const ratio = lower > 0 ? Math.max(0, smooth[k]) / lower : 1;
    if (ratio >= depth) continue;
    depth = ratio;
    best = k;
  }
  if (best < 0) return undefined;
  const cut = lowBin + best;
  return [runsWithin(grid, runs, 0, cut), runsWithin(grid, runs, cut, grid.bins)];
}
