import { valueOfRank } from "../ranks.ts";
import type { CellRun, RatioGrid } from "../regions.ts";

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
  /** A carrier whose sidebands were found: their phases show that they modulate it. */
  isModulated?: boolean;
  /** What of a line has passed one end of the band, and appears at the other. */
  beyond?: Piece;
}

/** Share of the power outside of the band, on each side. */
const OUTSIDE = 0.0025;
/** Power at the edges of a burst, where the amplitude is half of its median. */
export const EDGE_POWER = 0.25;
/** Power of a faint beginning or end; the share of its time in which it has it, and its frames at least: an edge is shorter, so it is a fade. */
export const FAINT_POWER = 0.01;
const [FAINT_SHARE, EDGE_FRAMES] = [0.5, 8];
/** Standard deviations of the noise in a pause. */
export const PAUSE_NOISE = 2.5;

/** @param longest Default: all frames of the piece. */
export function pieceOf(grid: RatioGrid, runs: readonly CellRun[], longest?: number): Piece {
  return pieceOfCells(cellsOf(grid, runs), grid, longest);
}

/** Cells, their bounds, and their power over the noise per frame. */
export type Cells = Pick<Piece, "runs" | "firstFrame" | "endFrame" | "lowBin" | "highBin" | "envelope">;

/** @param known The envelope of a longer part of these runs, which begins at `frame`. Default: it is added up. */
export function cellsOf(
  grid: RatioGrid,
  runs: readonly CellRun[],
  known?: { envelope: Float64Array; frame: number },
): Cells {
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
export function energyOf({ ratios, bins }: RatioGrid, runs: readonly CellRun[]): number {
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

export function pieceOfCells(cells: Cells, grid: RatioGrid, longest?: number): Piece {
  const spectrum = new Float64Array(cells.highBin - cells.lowBin);
  const energy = addSpectrum(spectrum, cells.lowBin, grid, cells.runs);
  return pieceOfSums({ ...cells, spectrum, energy }, grid, longest);
}

/** Returns the piece of all cells of two pieces, without adding up the cells again. @param longest Default: all frames of the piece. */
export function joinedPiece(grid: RatioGrid, a: Piece, b: Piece, longest?: number): Piece {
  const both = [a, b];
  const [firstFrame, endFrame] = [Math.min(a.firstFrame, b.firstFrame), Math.max(a.endFrame, b.endFrame)];
  const [lowBin, highBin] = [Math.min(a.lowBin, b.lowBin), Math.max(a.highBin, b.highBin)];
  const envelope = new Float64Array(endFrame - firstFrame);
  const spectrum = new Float64Array(highBin - lowBin);
  for (const piece of both) {
    addTo(envelope, piece.envelope, piece.firstFrame - firstFrame);
    addTo(spectrum, piece.spectrum, piece.lowBin - lowBin);
  }
  const runs = inOrder(a.runs, b.runs);
  const energy = a.energy + b.energy;
  return pieceOfSums({ runs, firstFrame, endFrame, lowBin, highBin, envelope, spectrum, energy }, grid, longest);
}

function addTo(sums: Float64Array, values: Float64Array, at: number): void {
  for (let i = 0; i < values.length; i++) sums[at + i] += values[i];
}

/** Returns the runs of both in the order of their frames. */
function inOrder(a: readonly CellRun[], b: readonly CellRun[]): CellRun[] {
  const runs: CellRun[] = [];
  let i = 0;
  for (const run of b) {
    while (i < a.length && a[i].frame <= run.frame) runs.push(a[i++]);
    runs.push(run);
  }
  while (i < a.length) runs.push(a[i++]);
  return runs;
}

function pieceOfSums(sums: Cells & Pick<Piece, "spectrum" | "energy">, grid: RatioGrid, longest?: number): Piece {
  const { firstFrame, lowBin, highBin, envelope, spectrum } = sums;
  const [start, stop] = edgesOf(envelope, highBin - lowBin);
  let most = 0;
  for (let k = 0; k < spectrum.length; k++) if (spectrum[k] > most) most = spectrum[k];
  return {
    ...sums,
    start: firstFrame + start,
    stop: firstFrame + stop,
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
