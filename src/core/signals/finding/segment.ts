import type { Box, SteadyCarrier } from "../detection.ts";
import { turnedGrids } from "./band-ends/turned-grids.ts";
import { sidebandPhases } from "./carriers/steady-sidebands.ts";
import { addCovered, clearOf, innerSignal } from "./covering/covered-signals.ts";
import { type Clipping, NOT_CLIPPED } from "./clipping.ts";
import { fillOf } from "./fine-power.ts";
import type { SegmentGrids } from "./grids.ts";
import { imagesAmong, middleOf } from "./images.ts";
import { isConstant, LINE_ERROR } from "./lines.ts";
import { merged } from "./merging.ts";
import { gainSteps } from "./noise-floor.ts";
import type { Piece } from "./pieces/pieces.ts";
import { type RatioGrid, zeroOf } from "./regions.ts";
import { binWidth, type Resolution } from "./resolution.ts";
import { roundingPower, sparseNoisePower, sparseStepsOf, stepsProbability } from "./rounding.ts";
import {
  inBand,
  length,
  mean,
  overlapInBand,
  overlapInTime,
  type SegmentSignal,
  signalOf,
  timeOfFrames,
} from "./segment-signal.ts";
import { addShort, MOST_REPLACED, MOST_SHORT } from "./short-signals.ts";
import { wholeCarrier, withSidebands } from "./sidebands.ts";
import { signalWithin } from "./covering/signal-within.ts";
import { standingLines } from "./standing-lines.ts";
import { isSteadyAt } from "./steps-of-lines.ts";
import { strongParts } from "./strong-parts.ts";
import { constantAmplitude, showsConstant } from "./weak-constant.ts";

/** Least share of its time that a signal of the long transforms fills. */
const LEAST_FILL = 0.2;
/** Power of a signal that a limit disturbs, relative to the limit's square. */
const CLIPPED_POWER = 0.2;
/** Largest power, relative to a signal at a limit, of what the limit makes of it and others; and transforms by which their edges differ. */
const [PRODUCT_POWER, PRODUCT_EDGE] = [0.1, 1];
/** Distance, in transforms, of a step of the noise from an edge of a signal that may have made it. */
const STEP_EDGE = 4;
/** Largest power of what rounding makes of a signal, relative to it. */
const ROUNDED_POWER = 0.25;
/**
 * Common share of the time of two that overlap, of the shorter one's; and largest distance of their bands, in widths of the narrower one: signals that share
 * cells are cut between two bins, and what is weak in a sum belongs to neither box.
 */
const [SAME_TIME, BAND_DISTANCE] = [0.05, 0.2];

/** A part of a recording with its cells over the noise. */
interface Segment extends SegmentGrids {
  /** Of a false detection at a test, at most. */
  probability: number;
  /** Returns its complex samples, interleaved. */
  samples(): Float32Array;
  clipping(): Clipping;
  /** Tells whether the constant is a keyed carrier: only its amplitude changes, and the samples hold nothing else. */
  isKeyed(): boolean;
  /** Tells whether the constant is a carrier with amplitude modulation. */
  isCarrier(): boolean;
  /** The recording's number of the first one. */
  start: number;
}

export interface SegmentSignals {
  signals: SegmentSignal[];
  /** Power of the receiver's constant; undefined if there is none. */
  constant?: number;
  /** The noise's mean power per Hz in the middle of the band. */
  noiseDensity: number;
}

/** Finds the signals of a segment. @param given Its grids are changed. */
export function segmentSignals(given: Segment): SegmentSignals {
  const segment = turnedGrids(given);
  const { start, long, short } = segment;
  const { grid, floor } = long;
  const searched = long.search();
  const { lines } = searched;
  const standing = searched.regions.length === 0 ? [] : standingLines(grid, floor);
  const covered = standing.flatMap(({ piece, isAgain }) => (isAgain ? [] : [piece]));
  const atZero = [...lines, ...covered].find((line) => isConstant(line, grid));
  const keyed = atZero && segment.isKeyed() ? atZero : undefined;
  const place = { ...long, start };
  const phases = grid.areTones && !grid.isReal ? sidebandPhases({ ...place, samples: segment.samples }) : undefined;
  const isModulated = (line: Piece) =>
    phases?.areBeside(line, lines) === true && segment.clipping().samples.length === 0;
  const isCarrier = !keyed && atZero !== undefined && (segment.isCarrier() || isModulated(atZero));
  const constant = keyed || isCarrier ? undefined : atZero;
  const isEmpty = searched.regions.length === 0 && lines.every((line) => line === constant);
  const clipping = isEmpty ? NOT_CLIPPED : segment.clipping();
  const { pieces, distortion, mayBeMade } = strongParts(long, searched, clipping);
  const ofSignals = pieces.filter(
    (piece) => !standing.some((line) => line.shows(piece)) && (isCarrier || !showsConstant(grid, piece)),
  );
  const fine = short?.grid;
  const carriers = lines.filter((line) => line !== constant);
  const others = merged(grid, ofSignals, { fine, distortion });
  const found = keyed
    ? [wholeCarrier(grid, [keyed, ...lines.filter((line) => line !== keyed)], others)]
    : [
        ...withSidebands(
          grid,
          {
            lines: carriers,
            signals: others,
            modulates: segment.subtracted?.modulates,
            // A limit makes lines on both sides of a carrier of any other one.
            areConjugate: distortion ? undefined : phases?.areConjugate,
          },
          fine,
        ),
        ...covered.filter((line) => line !== constant),
      ];
  const signals = found.map((piece) => {
    const clear = standing.find((line) => line.piece === piece)?.clear;
    return clear
      ? { ...signalOf(piece, grid, place, clear), clear: timeOfFrames(clear, place) }
      : signalOf(piece, grid, place);
  });
  const inner: { part: SegmentSignal; host: SegmentSignal }[] = [];
  for (const [i, piece] of found.entries()) {
    if (mayBeMade(piece)) signals[i].notes.add("clipped");
    const within = signalWithin(grid, piece);
    if (!within) continue;
    signals[i].notes.add("overlap");
    // What a limit makes of others lies within signals, too.
    if (distortion) continue;
    const covered = innerSignal(within, grid, place);
    inner.push({ part: covered, host: signals[i] });
    if (signals[i].clear) continue;
    signals[i].clear = clearOf(signals[i], covered, long.resolution);
    signals[i].hasEdges = signals[i].clear !== undefined;
  }
  for (const [i, isImage] of imagesAmong(grid, found).entries()) if (isImage) signals[i].notes.add("image");
  if (short && !short.isQuiet && !keyed) {
    const filled = signals.filter((signal, i) => signal.clear || fillOf(short.grid, found[i]) >= LEAST_FILL);
    const unmodulated = signals.filter((signal, i) => carriers.includes(found[i]) || signal.clear);
    addShort(
      signals,
      { filled, unmodulated },
      {
        window: long.resolution.length,
        start,
        short,
        clipping,
        subtracted: segment.subtracted?.frequencies ?? [],
        constant: constant ? Math.sqrt(constant.peak) : isCarrier ? 0 : constantAmplitude(grid),
      },
    );
  }
  addCovered(signals, inner, long.resolution);
  if (!distortion) phases?.join(signals);
  if (signals.length > 0) addNotes(signals, segment, { clipping, lines, hasConstant: constant !== undefined });
  const constantPower = constant && signalOf(constant, grid, place).power;
  const steady = lines.map((line) => ({ ...signalOf(line, grid, place), ...frequencyOf(line, grid, long.resolution) }));
  for (const signal of signals) signal.carriers = carriersBeside(signal, steady, long.resolution);
  const powers = [...signals.map(({ power }) => power), constantPower ?? 0];
  const rounding = powers.some((power) => power > 0) ? roundingPower(floor, () => segment.samples()) : 0;
  // Rounding needs a signal that it rounds.
  const strongest = powers.reduce((most, power) => Math.max(most, power), 0);
  const isRounding = (power: number) => power <= Math.min(rounding, ROUNDED_POWER * strongest);
  const isShort = (signal: Box) => length(signal) <= MOST_SHORT * long.resolution.length;
  const sparse = signals.some(isShort)
    ? sparseNoisePower(floor, long.resolution.sampleRateHz, () => segment.samples())
    : 0;
  // A signal that is long and narrow can be weaker than the steps of its time: those have the whole band.
  const band = long.resolution.sampleRateHz / (grid.isReal ? 2 : 1);
  const isShortOrWide = (signal: Box) => isShort(signal) || signal.highHz - signal.lowHz >= band / 2;
  const steps = signals.some(isShortOrWide) ? sparseStepsOf(segment.samples()) : undefined;
  const isSteps = (signal: Box) => {
    const [from, stop] = [signal.start, signal.stop].map((sample) => 2 * (sample - start));
    return steps !== undefined && stepsProbability(steps, segment.samples().subarray(from, stop)) > segment.probability;
  };
  const present = signals.filter(
    (signal) =>
      !isRounding(signal.power) &&
      !(isShort(signal) && signal.power <= sparse) &&
      !(isShortOrWide(signal) && isSteps(signal)),
  );
  const kept = present.filter((signal) => !isProduct(signal, signals, long.resolution));
  for (const signal of kept) {
    // What a limit makes of others disturbs it, too.
    if (present.some((other) => other !== signal && isOverlap(signal, other))) signal.notes.add("overlap");
  }
  return {
    signals: kept.map((signal) => inBand(signal, long.resolution.sampleRateHz)).sort((a, b) => a.start - b.start),
    constant: constantPower === undefined || isRounding(constantPower) ? undefined : constantPower,
    noiseDensity: mean(floor.gain, 0, floor.gain.length) * floor.shape.toSorted()[floor.shape.length >> 1],
  };
}

/** Returns the frequency of a line. */
const frequencyOf = (line: Piece, grid: RatioGrid, resolution: Resolution) => ({
  hz: (middleOf(line) - zeroOf(grid)) * binWidth(resolution),
  withinHz: LINE_ERROR * binWidth(resolution),
});

/** Least share of a signal's time in which a line is on that is subtracted from its cut. */
const LEAST_BESIDE = 0.5;

/** Returns the lines that are no part of a signal, because they begin or end at other times than it does, or lie outside of its band. */
const carriersBeside = (
  signal: Box,
  lines: readonly (Box & SteadyCarrier)[],
  { length: window }: Resolution,
): SteadyCarrier[] =>
  lines.flatMap(({ start, stop, power, ...place }) => {
    const isOwn =
      Math.max(Math.abs(signal.start - start), Math.abs(signal.stop - stop)) <= window &&
      signal.lowHz <= place.hz &&
      place.hz <= signal.highHz;
    const isOn = overlapInTime({ start, stop }, signal) > LEAST_BESIDE * length(signal);
    return isOwn || !isOn ? [] : [{ hz: place.hz, withinHz: place.withinHz, power }];
  });

function addNotes(
  signals: readonly SegmentSignal[],
  { start, long: { resolution, floor } }: Segment,
  { clipping, lines, hasConstant }: { clipping: Clipping; lines: readonly Piece[]; hasConstant: boolean },
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
    .filter((frame) => !lines.some((line) => isSteadyAt(line, floor, frame)))
    .map((frame) => start + frame * resolution.hop + resolution.length / 2)
    .filter((at) => !isMade(at));
  for (const signal of signals) {
    if (hasConstant && signal.lowHz <= 0 && signal.highHz >= 0) signal.notes.add("dc");
    if (steps.some((at) => holds(signal, at))) signal.notes.add("gain step");
  }
}

/** Tells whether a limit made a weak signal of others: it begins and ends with them, or it is very short. */
function isProduct(signal: SegmentSignal, signals: readonly SegmentSignal[], { length: window }: Resolution): boolean {
  const isLimited = (other: SegmentSignal) =>
    other.notes.has("clipped") && overlapInTime(other, signal) > 0 && signal.power < PRODUCT_POWER * other.power;
  // A limit makes nothing while no sample is limited.
  if (signal.clear || !signals.some(isLimited)) return false;
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
  return time > SAME_TIME && band > -BAND_DISTANCE;
}
