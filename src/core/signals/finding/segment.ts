import type { Box, DetectionNote } from "../detection.ts";
import { type Clipping, distortionOf, madeRatios } from "./clipping.ts";
import { imagesAmong, isMirrored } from "./images.ts";
import { isConstant } from "./lines.ts";
import type { SearchedGrid, SegmentGrids } from "./grids.ts";
import { fillOf, type FineGrid } from "./fine-power.ts";
import { merged } from "./merging.ts";
import { gainSteps, type NoiseFloor } from "./noise-floor.ts";
import { mainBand, dissect, EDGE_POWER, onLevel, type Piece, pieceOf } from "./pieces.ts";
import type { CellRun, RatioGrid } from "./regions.ts";
import { binWidth, type Resolution } from "./resolution.ts";
import { roundingPower } from "./rounding.ts";

/** Distance from the edge of a burst to the middle of the frame with a quarter of its power, in transforms, for Blackman's window. */
const EDGE = 0.08;
/** Longest signals that are measured with short transforms, and longest parts that they replace, in long transforms. */
const [MOST_SHORT, MOST_REPLACED] = [1, 3];
/** Least share of its time that a signal of the long transforms fills. */
const LEAST_FILL = 0.2;
/** Power of a signal that a limit disturbs, relative to the limit's square. */
const CLIPPED_POWER = 0.2;
/** Peak of what may be made by a limit, relative to the largest mean ratio of it. */
const MADE_POWER = 4;
/** Bins of a short transform over which a signal beside leaks. */
const LEAKAGE = 4;
/** Largest peak of what belongs to a lasting signal, relative to its peak: beside it, within its width, and farther away. */
const [BESIDE_POWER, FAR_POWER] = [0.3, 0.003];
/** Margin of the power that a step of a signal has at a distance from it. */
const STEP_MARGIN = 4;
/** Largest power, relative to a signal at a limit, of what the limit makes of it and others; and transforms by which their edges differ. */
const [PRODUCT_POWER, PRODUCT_EDGE] = [0.1, 1];
/** Distance, in transforms, of a step of the noise from an edge of a signal that may have made it. */
const STEP_EDGE = 4;
/** Largest power of what rounding makes of a signal, relative to it. */
const ROUNDED_POWER = 0.25;
/** Common share of the smaller box of two that overlap. */
const LEAST_OVERLAP = 0.1;
const NOT_CLIPPED: Clipping = { samples: [], limit: Infinity };

/** A part of a recording with its cells over the noise. */
interface Segment extends SegmentGrids {
  /** Returns its complex samples, interleaved. */
  samples(): Float32Array;
  clipping(): Clipping;
  /** The recording's number of the first one. */
  start: number;
}

/** A signal with what is needed to join it with its continuation. */
export interface SegmentSignal extends Box {
  noiseDensity: number;
  power: number;
  /** Largest mean ratio of a bin to the noise. */
  peak: number;
  notes: Set<DetectionNote>;
}

export interface SegmentSignals {
  signals: SegmentSignal[];
  /** Power of the receiver's constant; undefined if there is none. */
  constant?: number;
  /** The noise's mean power per Hz in the middle of the band. */
  noiseDensity: number;
}

/** Finds the signals of a segment. @param segment Its grids are changed. */
export function segmentSignals(segment: Segment): SegmentSignals {
  const { start, long, short } = segment;
  const { grid, floor } = long;
  const searched = long.search();
  const { lines } = searched;
  const constant = lines.find((line) => isConstant(line, grid.bins));
  const isEmpty = searched.regions.length === 0 && lines.every((line) => line === constant);
  const clipping = isEmpty ? NOT_CLIPPED : segment.clipping();
  const { pieces, mayBeMade } = strongParts(long, searched, clipping.samples);
  const found = merged(grid, [...pieces, ...lines.filter((line) => line !== constant)], {
    fine: short?.grid,
    hasProducts: clipping.samples.length > 0,
  });
  const place = { ...long, start };
  const signals = found.map((piece) => signalOf(piece, grid, place));
  for (const [i, piece] of found.entries()) {
    if (mayBeMade(piece)) signals[i].notes.add("clipped");
  }
  for (const [i, isImage] of imagesAmong(grid, found).entries()) if (isImage) signals[i].notes.add("image");
  if (short && !short.isQuiet) {
    const lasting = signals.filter((_, i) => fillOf(short.grid, found[i]) >= LEAST_FILL);
    addShort(signals, lasting, { window: long.resolution.length, start, short, clipped: clipping.samples });
  }
  if (signals.length > 0) addNotes(signals, segment, { clipping, hasConstant: constant !== undefined });
  const constantPower = constant && signalOf(constant, grid, place).power;
  const powers = [...signals.map(({ power }) => power), constantPower ?? 0];
  const rounding = powers.some((power) => power > 0) ? roundingPower(floor, () => segment.samples()) : 0;
  // Rounding needs a signal that it rounds.
  const strongest = powers.reduce((most, power) => Math.max(most, power), 0);
  const isRounding = (power: number) => power <= Math.min(rounding, ROUNDED_POWER * strongest);
  const kept = signals.filter((signal) => !isRounding(signal.power) && !isProduct(signal, signals, long.resolution));
  return {
    signals: kept.sort((a, b) => a.start - b.start),
    constant: constantPower === undefined || isRounding(constantPower) ? undefined : constantPower,
    noiseDensity: mean(floor.gain, 0, floor.gain.length) * floor.shape.toSorted()[floor.shape.length >> 1],
  };
}

/** The parts of a grid's regions without what a limit of the samples makes of strong signals, and the mean ratio that it makes at most during a part. */
function strongParts(
  { grid, resolution }: SearchedGrid,
  { regions, lines }: ReturnType<SearchedGrid["search"]>,
  clipped: readonly number[],
  isLeft: (runs: readonly CellRun[]) => boolean = () => true,
) {
  const made =
    clipped.length > 0 && madeRatios(grid, { regions, lines }, distortionOf(clipped, resolution, grid.frames));
  const madeDuring = ({ start, stop }: Piece) => (made ? mean(made, start, stop) : 0);
  const pieces = regions
    .flatMap((runs) => (isLeft(runs) ? dissect(grid, runs) : []))
    .flatMap((piece) => strongPart(grid, piece, madeDuring(piece)));
  return { pieces, mayBeMade: (piece: Piece) => piece.peak < MADE_POWER * madeDuring(piece) };
}

/** Returns a piece without the bins at its sides whose mean ratio is small; none if all are. */
function strongPart(grid: RatioGrid, piece: Piece, least: number): Piece[] {
  const { spectrum, start, stop, lowBin } = piece;
  const isStrong = (value: number) => value >= least * (stop - start);
  const [first, last] = [spectrum.findIndex(isStrong), spectrum.findLastIndex(isStrong)];
  if (last - first === spectrum.length - 1) return [piece];
  const [low, high] = [lowBin + first, lowBin + last + 1];
  const runs = piece.runs.flatMap((run) =>
    run.low < high && run.high > low ? [{ ...run, low: Math.max(run.low, low), high: Math.min(run.high, high) }] : [],
  );
  return first < 0 || runs.length === 0 ? [] : [pieceOf(grid, runs)];
}

function mean(values: Float64Array | Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i];
  return sum / (to - from);
}

/** Where a grid lies in the recording. */
interface Place {
  start: number;
  resolution: Resolution;
  floor: NoiseFloor;
}

function signalOf(piece: Piece, grid: RatioGrid, { start: origin, resolution, floor }: Place): SegmentSignal {
  const { envelope, firstFrame, endFrame } = piece;
  const { hop, length } = resolution;
  const level = EDGE_POWER * onLevel(envelope);
  const at = (frame: number) => origin + frame * hop + length / 2;
  const [first, last] = [piece.start - firstFrame, piece.stop - 1 - firstFrame];
  // The frame, with a fraction, in which the power passes the level on a line between two frames. A fade may begin below it.
  const toLevel = (inside: number, outside = 0) => Math.max(0, (inside - level) / (inside - outside));
  const rise = first - toLevel(envelope[first], envelope[first - 1]);
  const fall = last + toLevel(envelope[last], envelope[last + 1]);
  const isBegun = firstFrame === 0 && first === 0;
  const isGoingOn = endFrame === grid.frames && last === envelope.length - 1;
  const start = isBegun ? origin : at(firstFrame + rise) + EDGE * length;
  const stop = isGoingOn ? at(grid.frames - 1) + length / 2 : at(firstFrame + fall) - EDGE * length;
  const [low, high] = mainBand(piece);
  const noiseDensity = mean(floor.gain, piece.start, piece.stop) * mean(floor.shape, low, high);
  const width = binWidth(resolution);
  return {
    start: Math.round(start),
    stop: Math.max(Math.round(start) + 1, Math.round(stop)),
    lowHz: (low - 0.5 - grid.bins / 2) * width,
    highHz: (high - 0.5 - grid.bins / 2) * width,
    noiseDensity,
    power: (piece.energy / (piece.stop - piece.start)) * noiseDensity * width,
    peak: piece.peak,
    notes: new Set(),
  };
}

const length = ({ start, stop }: Box) => stop - start;
const overlapInTime = (a: Box, b: Box) => Math.min(a.stop, b.stop) - Math.max(a.start, b.start);
const overlapInBand = (a: Box, b: Box) => Math.min(a.highHz, b.highHz) - Math.max(a.lowHz, b.lowHz);
/** Returns the distance of two bands, negative if they overlap. The recording's ends are neighbours: what passes one appears at the other. */
function distanceInBand(a: Box, b: Box, { sampleRateHz }: Resolution): number {
  const shifted = (by: number) => ({ ...b, lowHz: b.lowHz + by, highHz: b.highHz + by });
  return -Math.max(...[-sampleRateHz, 0, sampleRateHz].map((by) => overlapInBand(a, shifted(by))));
}

/** Finds signals that are shorter than a long transform with short transforms. They replace what the long transforms show of them. @param filled The signals that are no trains of very short ones. */
function addShort(
  signals: SegmentSignal[],
  filled: readonly SegmentSignal[],
  {
    window,
    start,
    short,
    clipped,
  }: { window: number; start: number; short: SearchedGrid<FineGrid>; clipped: readonly number[] },
): void {
  const { grid, resolution } = short;
  const place = { ...short, start };
  const width = binWidth(resolution);
  const lasting = filled.filter((signal) => length(signal) > MOST_REPLACED * window);
  const isNew = (piece: Piece) => {
    const box = signalOf(piece, grid, place);
    if (length(box) > MOST_SHORT * window) return false;
    return !lasting.some((signal) => isLeakage(signal, box, window, resolution)) && !isMirrored(grid, piece);
  };
  // All parts of a region within a lasting signal are leakage.
  const isWithin = (runs: readonly CellRun[]) => {
    const box = outermost(runs, grid, place);
    return lasting.some(
      ({ start: from, stop, lowHz, highHz }) =>
        box.start >= from - window / 2 &&
        box.stop <= stop + window / 2 &&
        box.lowHz >= lowHz - LEAKAGE * width &&
        box.highHz <= highHz + LEAKAGE * width,
    );
  };
  const { pieces, mayBeMade } = strongParts(short, short.search(), clipped, (runs) => !isWithin(runs));
  const shorts = merged(grid, pieces.filter(isNew)).map((piece) => {
    const signal = signalOf(piece, grid, place);
    if (mayBeMade(piece)) signal.notes.add("clipped");
    return signal;
  });
  const isReplaced = (signal: SegmentSignal) =>
    !lasting.includes(signal) &&
    shorts.some((box) => overlapInTime(signal, box) > -window / 2 && overlapInBand(signal, box) > 0);
  signals.splice(0, Infinity, ...signals.filter((signal) => !isReplaced(signal)), ...shorts);
}

/** Returns the box around all cells of a region: no part of it reaches further. */
function outermost(runs: readonly CellRun[], { bins }: RatioGrid, { start, resolution }: Place): Box {
  let [low, high] = [bins, 0];
  for (const run of runs) {
    if (run.low < low) low = run.low;
    if (run.high > high) high = run.high;
  }
  const { hop, length: window } = resolution;
  const width = binWidth(resolution);
  return {
    start: start + runs[0].frame * hop,
    stop: start + runs[runs.length - 1].frame * hop + window,
    lowHz: (low - 0.5 - bins / 2) * width,
    highHz: (high - 0.5 - bins / 2) * width,
  };
}

/** Tells whether a lasting signal explains a short one: it lies within it, or beside it and is much weaker, as at the signal's edges and steps of phase. */
function isLeakage(signal: SegmentSignal, box: SegmentSignal, window: number, short: Resolution): boolean {
  if (overlapInTime(signal, box) <= -window / 2) return false;
  const distance = distanceInBand(signal, box, short);
  if (distance < LEAKAGE * binWidth(short)) return true;
  const width = signal.highHz - signal.lowHz;
  if (distance < width) return box.peak < BESIDE_POWER * signal.peak;
  // A step of the complex envelope has a spectrum of 1/(2πf). The signal's own power fills its band, and the window.
  const step = (2 * width * short.sampleRateHz) / (2 * Math.PI * (distance + width / 2)) ** 2 / short.hop;
  return box.peak < signal.peak * Math.min(BESIDE_POWER, Math.max(FAR_POWER, STEP_MARGIN * step));
}

function addNotes(
  signals: readonly SegmentSignal[],
  { start, long: { resolution, floor } }: Segment,
  { clipping, hasConstant }: { clipping: Clipping; hasConstant: boolean },
): void {
  const { samples: clipped, limit } = clipping;
  const holds = (signal: Box, sample: number) => sample >= signal.start && sample < signal.stop;
  for (const signal of signals) {
    if (signal.power >= CLIPPED_POWER * limit ** 2 && clipped.some((n) => holds(signal, start + n)))
      signal.notes.add("clipped");
  }
  // What a limit makes of signals raises the noise from their starts to their stops.
  const isMade = (at: number) =>
    clipped.length > 0 &&
    signals.some(
      ({ start: from, stop }) => Math.min(Math.abs(from - at), Math.abs(stop - at)) < STEP_EDGE * resolution.length,
    );
  const steps = gainSteps(floor)
    .map((frame) => start + frame * resolution.hop + resolution.length / 2)
    .filter((at) => !isMade(at));
  for (const signal of signals) {
    if (hasConstant && signal.lowHz <= 0 && signal.highHz >= 0) signal.notes.add("dc");
    if (steps.some((at) => holds(signal, at))) signal.notes.add("gain step");
    const isCommon = (other: SegmentSignal) => other !== signal && isOverlap(signal, other);
    if (signals.some(isCommon)) signal.notes.add("overlap");
  }
}

/** Tells whether a limit made a weak signal of others: it begins and ends with them, or it is very short. */
function isProduct(signal: SegmentSignal, signals: readonly SegmentSignal[], { length: window }: Resolution): boolean {
  const isLimited = (other: SegmentSignal) =>
    other.notes.has("clipped") && overlapInTime(other, signal) > 0 && signal.power < PRODUCT_POWER * other.power;
  if (!signals.some(isLimited)) return false;
  if (length(signal) <= MOST_REPLACED * window) return true;
  const hasEdge = (at: number) =>
    signals.some(
      (other) =>
        other.power > signal.power &&
        Math.min(Math.abs(other.start - at), Math.abs(other.stop - at)) < PRODUCT_EDGE * window,
    );
  return hasEdge(signal.start) && hasEdge(signal.stop);
}

function isOverlap(a: Box, b: Box): boolean {
  const time = overlapInTime(a, b) / Math.min(length(a), length(b));
  const band = overlapInBand(a, b) / Math.min(a.highHz - a.lowHz, b.highHz - b.lowHz);
  return Math.min(time, band) > 0 && time * band > LEAST_OVERLAP;
}
