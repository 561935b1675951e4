import { valueOfRank } from "./ranks.ts";
import { type CellRun, isSignal, LONG_FRAMES, type RatioGrid, runsWithin } from "./regions.ts";

/** Active cells of one signal, or of a part of it. */
export interface Piece {
  runs: readonly CellRun[];
  /** Frames [firstFrame, endFrame) and bins [lowBin, highBin) of the runs. */
  firstFrame: number;
  endFrame: number;
  lowBin: number;
  highBin: number;
  /** Sum of the power over the noise, less the noise, per frame and per bin. */
  envelope: Float64Array;
  spectrum: Float64Array;
  /** First frame in which the power passes a quarter of its median, and the frame after the last one; or of a longer faint part beside it. */
  start: number;
  stop: number;
  energy: number;
  /** Frames of the longest part without a pause. */
  longest: number;
  /** Largest mean ratio of a bin. */
  peak: number;
  /** The same with the gain of the noise: a strong signal raises the noise, but not its own power. */
  power: number;
}

/** Share of the power outside of the band, on each side. */
const OUTSIDE = 0.0025;
/** Power at the edges of a burst, where the amplitude is half of its median. */
export const EDGE_POWER = 0.25;
/** Power of a faint beginning or end, the share of its time in which it has it, and its frames at least: an edge is shorter, so it is a fade. */
const [FAINT_POWER, FAINT_SHARE, EDGE_FRAMES] = [0.01, 0.5, 8];

/** @param longest Default: all frames of the piece. */
export function pieceOf(grid: RatioGrid, runs: readonly CellRun[], longest?: number): Piece {
  return pieceOfCells(cellsOf(grid, runs), grid, longest);
}

/** Cells, their bounds, and their power over the noise per frame. */
type Cells = Pick<Piece, "runs" | "firstFrame" | "endFrame" | "lowBin" | "highBin" | "envelope">;

/** @param known The envelope of a longer part of these runs, which begins at `frame`. Default: it is added up. */
function cellsOf(grid: RatioGrid, runs: readonly CellRun[], known?: { envelope: Float64Array; frame: number }): Cells {
  const firstFrame = runs[0].frame;
  const endFrame = runs[runs.length - 1].frame + 1;
  let [lowBin, highBin] = [grid.bins, 0];
  for (let i = 0; i < runs.length; i++) {
    if (runs[i].low < lowBin) lowBin = runs[i].low;
    if (runs[i].high > highBin) highBin = runs[i].high;
  }
  const envelope = known
    ? known.envelope.subarray(firstFrame - known.frame, endFrame - known.frame)
    : envelopeOf(grid, runs);
  return { runs, firstFrame, endFrame, lowBin, highBin, envelope };
}

function envelopeOf({ ratios, bins }: RatioGrid, runs: readonly CellRun[]): Float64Array {
  const firstFrame = runs[0].frame;
  const envelope = new Float64Array(runs[runs.length - 1].frame + 1 - firstFrame);
  for (let i = 0; i < runs.length; i++) {
    const { frame, low, high } = runs[i];
    let sum = envelope[frame - firstFrame];
    for (let at = frame * bins + low; at < frame * bins + high; at++) sum += ratios[at] - 1;
    envelope[frame - firstFrame] = sum;
  }
  return envelope;
}

/** Sum of the power over the noise of runs, less the noise. */
function energyOf({ ratios, bins }: RatioGrid, runs: readonly CellRun[]): number {
  let sum = 0;
  for (const { frame, low, high } of runs) {
    for (let at = frame * bins + low; at < frame * bins + high; at++) sum += ratios[at] - 1;
  }
  return sum;
}

/** Adds the runs' power over the noise to each bin of the spectrum, and returns the sum of all. */
function addSpectrum(spectrum: Float64Array, lowBin: number, { ratios, bins }: RatioGrid, runs: readonly CellRun[]) {
  let energy = 0;
  for (let i = 0; i < runs.length; i++) {
    const { frame, low, high } = runs[i];
    for (let k = low, at = frame * bins + low; k < high; k++, at++) {
      const excess = ratios[at] - 1;
      spectrum[k - lowBin] += excess;
      energy += excess;
    }
  }
  return energy;
}

function pieceOfCells(cells: Cells, grid: RatioGrid, longest?: number): Piece {
  const { runs, firstFrame, lowBin, highBin, envelope } = cells;
  const spectrum = new Float64Array(highBin - lowBin);
  const energy = addSpectrum(spectrum, lowBin, grid, runs);
  const [start, stop] = edgesOf(envelope, highBin - lowBin);
  let most = 0;
  for (let k = 0; k < spectrum.length; k++) if (spectrum[k] > most) most = spectrum[k];
  return {
    ...cells,
    spectrum,
    start: firstFrame + start,
    stop: firstFrame + stop,
    energy,
    longest: longest ?? stop - start,
    peak: most / (stop - start),
    power: (most / (stop - start)) * meanGain(grid, firstFrame + start, firstFrame + stop),
  };
}

function meanGain({ gain }: RatioGrid, from: number, to: number): number {
  if (!gain) return 1;
  let sum = 0;
  for (let t = from; t < to; t++) sum += gain[t];
  return sum / (to - from);
}

function edgesOf(envelope: Float64Array, bins: number): [start: number, stop: number] {
  const on = onLevel(envelope);
  const limit = Math.max(FAINT_POWER * on, PAUSE_NOISE * Math.sqrt(2 * bins));
  const edges = (level: number) =>
    [envelope.findIndex((value) => value >= level), envelope.findLastIndex((value) => value >= level) + 1] as const;
  const [start, stop] = edges(EDGE_POWER * on);
  const [first, last] = edges(limit);
  const isFade = (from: number, to: number) =>
    to - from > EDGE_FRAMES &&
    envelope.subarray(from, to).filter((value) => value >= limit).length >= FAINT_SHARE * (to - from);
  return [isFade(first, start) ? first : start, isFade(stop, last) ? last : stop];
}

/** Levels of envelopes, which do not change. */
const levels = new WeakMap<Float64Array, number>();

/** Median power of the frames that hold a signal. */
export function onLevel(envelope: Float64Array): number {
  const known = levels.get(envelope);
  if (known !== undefined) return known;
  const on = new Float64Array(envelope.length);
  let count = 0;
  for (let t = 0; t < envelope.length; t++) if (envelope[t] > 0) on[count++] = envelope[t];
  const level = count ? valueOfRank(on.subarray(0, count), count >> 1) : 0;
  levels.set(envelope, level);
  return level;
}

/** The bin with most power. */
export const strongestBin = ({ spectrum, lowBin }: Piece): number => lowBin + spectrum.indexOf(Math.max(...spectrum));

/** Bands of spectra, which do not change. */
const bands = new WeakMap<Float64Array, readonly [number, number]>();

/** The bins [low, high) that hold nearly all power. */
export function mainBand(piece: Piece): readonly [number, number] {
  const known = bands.get(piece.spectrum);
  if (known) return known;
  const band = mainBandOf(piece);
  bands.set(piece.spectrum, band);
  return band;
}

function mainBandOf({ spectrum, lowBin, highBin }: Piece): readonly [number, number] {
  const total = spectrum.reduce((sum, value) => sum + Math.max(0, value), 0);
  let [low, high] = [0, spectrum.length];
  for (let sum = 0; low < high - 1; low++) {
    sum += Math.max(0, spectrum[low]);
    if (sum > OUTSIDE * total) break;
  }
  for (let sum = 0; high > low + 1; high--) {
    sum += Math.max(0, spectrum[high - 1]);
    if (sum > OUTSIDE * total) break;
  }
  return [Math.min(lowBin + low, highBin - 1), lowBin + high];
}

/** Frames of a pause that ends a burst. */
const PAUSE_FRAMES = 2;
/** Deviation of a frame's power, relative to its mean, that allows this; and frames for each unit that it is larger. */
const [STEADY, FRAMES_PER_DEVIATION] = [0.12, 16];
/** Power of a pause relative to the median of the burst, at most, and where the noise needs more. */
const [PAUSE_POWER, MOST_PAUSE_POWER] = [0.03, 0.3];
/** Standard deviations of the noise in a pause. */
const PAUSE_NOISE = 2.5;
/** The level of a strong burst, relative to the median, that tells that most frames are not its own. */
const FAINTER = 30;
/** Power density of a valley between two neighbours, relative to the lower one's. */
const VALLEY = 0.05;
/** Bins of a region before it is searched for a valley. */
const LEAST_BINS = 7;
/** Bins of a region of which the sides are compared. */
const LEAST_WIDE = 24;
/** Places of a side, relative to all bins. A signal may be too weak at its edge to be seen without pauses. */
const SIDES = [
  [0.06, 0.18],
  [0.15, 0.27],
  [0.24, 0.36],
] as const;
/** Frames and share of the region's time that a side is on at least; share of that time in which it is; and difference of two sides' times, frames. */
const [LEAST_ON, LEAST_TIME, LEAST_FILL, DIFFERENCE] = [32, 0.4, 0.85, 16];

/**
 * Largest share of a region's energy that lies in the bands of its two parts at other times: a third signal may cover some of both bands for some time.
 */
const MOST_LOST = 0.25;
/** Ratio of the powers of two signals, in the bins that both may occupy, from which on these are the stronger one's alone. */
const FAR_STRONGER = 30;

/**
 * Returns the frames of a pause that ends a burst, rather than being noise that cancels it: more for weak narrow bursts.
 * The noise in its bins makes a frame's power deviate, and so does its product with the signal.
 */
export function pauseFrames({ envelope, lowBin, highBin }: Pick<Piece, "envelope" | "lowBin" | "highBin">): number {
  const level = onLevel(envelope);
  const deviation = level > 0 ? Math.sqrt(2 * (highBin - lowBin) + 4 * level) / level : 1;
  return PAUSE_FRAMES + Math.ceil(FRAMES_PER_DEVIATION * Math.min(1, Math.max(0, deviation - STEADY)));
}

/** Cuts a region where a strong burst gives way to what is faint beside it, at pauses, at frequencies that none of its parts occupies, and where its two sides are on at different times, until nothing is left to cut. */
export function dissect(grid: RatioGrid, runs: readonly CellRun[]): Piece[] {
  const pieces: Piece[] = [];
  dissectCells(grid, cellsOf(grid, runs), pieces);
  return pieces;
}

/** Adds the parts of a region to pieces. */
function dissectCells(grid: RatioGrid, cells: Cells, pieces: Piece[]): void {
  const cut = pauseOf(cells);
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
  const parts = atValley(grid, whole) ?? atTimes(grid, whole);
  if (parts) for (const part of parts) add(part);
  else pieces.push(whole);
}

/** Returns the frame at which a region is cut in two parts. */
const pauseOf = (cells: Cells) => atFaint(cells) ?? atPause(cells) ?? atGap(cells);

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
function atPause(cells: Cells): number | undefined {
  const { envelope, firstFrame, lowBin, highBin } = cells;
  const pause = pauseFrames(cells);
  const level = onLevel(envelope);
  const noise = PAUSE_NOISE * Math.sqrt(2 * (highBin - lowBin));
  const limit = Math.max(PAUSE_POWER * level, Math.min(MOST_PAUSE_POWER * level, noise));
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
  const smooth = spectrum.map((value, k) => (value + (spectrum[k - 1] ?? value) + (spectrum[k + 1] ?? value)) / 3);
  const right = smooth.slice();
  for (let k = size - 2; k >= 0; k--) right[k] = Math.max(right[k], right[k + 1]);
  let [left, best, depth] = [smooth[0], -1, VALLEY];
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

/** Two signals that overlap: the sides of the region are on at different times, each without pauses. The cells that both may occupy belong to both. */
function atTimes(grid: RatioGrid, piece: Piece): CellRun[][] | undefined {
  const { runs, firstFrame, endFrame, lowBin, highBin } = piece;
  const size = highBin - lowBin;
  if (size < LEAST_WIDE || endFrame - firstFrame < LEAST_ON) return undefined;
  const side = (from: number, to: number) => timeOn(runs, [lowBin + from * size, lowBin + to * size]);
  const isSteady = ({ start, stop, frames }: ReturnType<typeof timeOn>) =>
    stop - start >= Math.max(LEAST_ON, LEAST_TIME * (endFrame - firstFrame)) && frames >= LEAST_FILL * (stop - start);
  for (const [from, to] of SIDES) {
    const [low, high] = [side(from, to), side(1 - to, 1 - from)];
    if (!isSteady(low) || !isSteady(high)) continue;
    if (Math.max(Math.abs(low.start - high.start), Math.abs(low.stop - high.stop)) <= DIFFERENCE) return undefined;
    return cutAtTimes(grid, piece, low, high);
  }
  return undefined;
}

type TimeOn = Omit<ReturnType<typeof timeOn>, "frames">;

function cutAtTimes(grid: RatioGrid, piece: Piece, low: TimeOn, high: TimeOn): CellRun[][] | undefined {
  const { runs, lowBin, highBin, energy } = piece;
  const isAt = ({ start, stop }: TimeOn, frame: number) => frame >= start && frame < stop;
  // Where only one of them is on, its band is seen.
  const topOfLow = steadyBins(
    runs.filter(({ frame }) => isAt(low, frame) && !isAt(high, frame)),
    lowBin,
    highBin,
  )?.[1];
  const bottomOfHigh = steadyBins(
    runs.filter(({ frame }) => isAt(high, frame) && !isAt(low, frame)),
    lowBin,
    highBin,
  )?.[0];
  const top = topOfLow ?? bottomOfHigh;
  const bottom = bottomOfHigh ?? topOfLow;
  if (top === undefined || bottom === undefined || top >= highBin - 1 || bottom <= lowBin + 1) return undefined;
  // Sides that are on because other signals leak into them say nothing of the time in which this one is on.
  const lost = runs.flatMap((run) => {
    const from = isAt(low, run.frame) ? Math.max(run.low, top) : run.low;
    const to = isAt(high, run.frame) ? Math.min(run.high, bottom) : run.high;
    const outside =
      top < bottom
        ? [clipped(run, from, Math.min(to, top)), clipped(run, Math.max(from, bottom), to)]
        : [clipped(run, from, to)];
    return outside.flat();
  });
  if (energyOf(grid, lost) > MOST_LOST * energy) return undefined;
  const during = (side: TimeOn) => runs.filter(({ frame }) => isAt(side, frame));
  // Where one of them is far stronger, the cells that both may occupy are its own.
  const alone = (side: TimeOn, other: TimeOn) => {
    const own = during(side).filter(({ frame }) => !isAt(other, frame));
    return (
      energyOf(
        grid,
        own.flatMap((run) => clipped(run, bottom, top)),
      ) / Math.max(1, new Set(own.map(({ frame }) => frame)).size)
    );
  };
  const [ofLow, ofHigh] = [alone(low, high), alone(high, low)];
  const within = (
    side: TimeOn,
    other: TimeOn,
    [from, to]: readonly [number, number],
    beside: readonly [number, number],
  ) => {
    const own = during(side);
    const isYielding = side === low ? ofHigh > FAR_STRONGER * ofLow : ofLow > FAR_STRONGER * ofHigh;
    if (!isYielding) return runsWithin(grid, own, from, to);
    const isTogether = ({ frame }: CellRun) => isAt(other, frame);
    return [
      ...runsWithin(
        grid,
        own.filter((run) => !isTogether(run)),
        from,
        to,
      ),
      ...runsWithin(grid, own.filter(isTogether), ...beside),
    ].sort((a, b) => a.frame - b.frame);
  };
  // What lies between both bands is neither signal's.
  const between = top < bottom ? runsWithin(grid, runs, top, bottom) : [];
  return [
    within(low, high, [0, top], [0, Math.min(bottom, top)]),
    within(high, low, [bottom, grid.bins], [Math.max(bottom, top), grid.bins]),
    between,
  ];
}

const clipped = (run: CellRun, low: number, high: number): CellRun[] =>
  low < high
    ? [{ ...run, low: Math.max(run.low, low), high: Math.min(run.high, high) }].filter((part) => part.low < part.high)
    : [];

/** First frame in which a band is on, the frame after the last one, and how many frames it is on. */
function timeOn(runs: readonly CellRun[], [from, to]: readonly [number, number]) {
  const counts = new Map<number, number>();
  for (const { frame, low, high } of runs) {
    const common = Math.min(high, to) - Math.max(low, from);
    if (common > 0) counts.set(frame, (counts.get(frame) ?? 0) + common);
  }
  const on = [...counts].filter(([, count]) => count >= (to - from) / 2).map(([frame]) => frame);
  return { start: on[0] ?? 0, stop: (on[on.length - 1] ?? -1) + 1, frames: on.length };
}

/** The lowest bin that runs occupy for most of their time, and the bin after the highest one; undefined if the time is short. */
function steadyBins(runs: readonly CellRun[], lowBin: number, highBin: number): [number, number] | undefined {
  const frames = new Set(runs.map(({ frame }) => frame)).size;
  if (frames < DIFFERENCE) return undefined;
  const counts = new Uint32Array(highBin - lowBin);
  for (const { low, high } of runs) for (let k = low; k < high; k++) counts[k - lowBin]++;
  const isOn = (count: number) => count >= frames / 2;
  return [lowBin + counts.findIndex(isOn), lowBin + counts.findLastIndex(isOn) + 1];
}
