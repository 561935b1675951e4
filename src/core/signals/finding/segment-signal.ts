import type { Box, DetectionNote, SteadyCarrier } from "../detection.ts";
import type { SampleLimits } from "../declipping/declip.ts";
import { noiseSd } from "./noise-accuracy.ts";
import type { NoiseFloor } from "./noise-floor.ts";
import { EDGE_POWER, mainBand, onLevel, type Piece, strongestBin } from "./pieces/pieces.ts";
import { type RatioGrid, zeroOf } from "./regions.ts";
import { binWidth, type Resolution } from "./resolution.ts";

/** Distance from the edge of a burst to the middle of the frame with a quarter of its power, in transforms, for Blackman's window. */
const EDGE = 0.08;

/** A signal with what is needed to join it with its continuation. */
export interface SegmentSignal extends Box {
  noiseDensity: number;
  /** Standard deviation of the noise density, relative to it. */
  noiseSd: number;
  power: number;
  /** Largest mean ratio of a bin to the noise. */
  peak: number;
  /** Frequency of that bin. */
  peakHz: number;
  notes: Set<DetectionNote>;
  /** Samples [start, stop) in which nothing covers it. Undefined: all of its time. */
  clear?: readonly [start: number, stop: number];
  /** Its own power shows its edges, although another signal lies within it. */
  hasEdges?: boolean;
  /** Another signal covers it for all of its time. */
  isCovered?: boolean;
  /** A carrier whose sidebands were found: their phases show that they modulate it. */
  isModulated?: boolean;
  /** Undefined where no limit disturbs it. */
  limits?: SampleLimits;
  /** Of other signals. */
  carriers: readonly SteadyCarrier[];
}

/** Where a grid lies in the recording. */
export interface GridPlace {
  start: number;
  resolution: Resolution;
  floor: NoiseFloor;
}

/** @param during Frames of which the noise counts. Default: from its start to its stop. */
export function signalOf(
  piece: Piece,
  grid: RatioGrid,
  { start: origin, resolution, floor }: GridPlace,
  during: readonly [from: number, to: number] = [piece.start, piece.stop],
): SegmentSignal {
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
  const noiseDensity = mean(floor.gain, ...during) * mean(floor.shape, low, high);
  const width = binWidth(resolution);
  return {
    start: Math.round(start),
    stop: Math.max(Math.round(start) + 1, Math.round(stop)),
    lowHz: (low - 0.5 - zeroOf(grid)) * width,
    highHz: (high - 0.5 - zeroOf(grid)) * width,
    noiseDensity,
    noiseSd: noiseSd(floor, resolution, { frames: during, bins: [low, high] }),
    power: (piece.energy / (piece.stop - piece.start)) * noiseDensity * width,
    peak: piece.peak,
    peakHz: (strongestBin(piece) - zeroOf(grid)) * width,
    notes: new Set(),
    isModulated: piece.isModulated,
    carriers: [],
  };
}

/** Returns the samples [start, stop) from the middle of the first of frames [from, to) to the middle of the last one. */
export const timeOfFrames = (
  [from, to]: readonly [number, number],
  { start, resolution: { hop, length } }: Pick<GridPlace, "start" | "resolution">,
): [number, number] => [start + from * hop + length / 2, start + (to - 1) * hop + length / 2];

/** Returns the mean of values [from, to). */
export function mean(values: Float64Array | Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i];
  return sum / (to - from);
}

export const length = ({ start, stop }: Box) => stop - start;
export const overlapInTime = (a: Pick<Box, "start" | "stop">, b: Pick<Box, "start" | "stop">) =>
  Math.min(a.stop, b.stop) - Math.max(a.start, b.start);
export const overlapInBand = (a: Box, b: Box) => Math.min(a.highHz, b.highHz) - Math.max(a.lowHz, b.lowHz);

/** A signal, or one of a recording. */
type Placed = Box & Pick<SegmentSignal, "peakHz"> & { carriers?: readonly SteadyCarrier[] };

const middleHz = ({ lowHz, highHz }: Box) => (lowHz + highHz) / 2;

/** Returns a signal at a frequency that differs by a multiple of the sample rate, which has the same samples. */
function shifted<Signal extends Placed>(signal: Signal, byHz: number): Signal {
  if (byHz === 0) return signal;
  const { lowHz, highHz, peakHz, carriers } = signal;
  return {
    ...signal,
    lowHz: lowHz + byHz,
    highHz: highHz + byHz,
    peakHz: peakHz + byHz,
    // They count as the box does.
    carriers: carriers?.map((carrier) => ({ ...carrier, hz: carrier.hz + byHz })),
  };
}

/** Returns a signal with its middle within the band: what passes one end of it appears at the other. */
export const inBand = <Signal extends Placed>(signal: Signal, sampleRateHz: number): Signal =>
  shifted(signal, -sampleRateHz * Math.round(middleHz(signal) / sampleRateHz));

/** Returns a signal with its middle as near as possible to another one's. */
export const nearTo = <Signal extends Placed>(signal: Signal, other: Box, sampleRateHz: number): Signal =>
  shifted(signal, sampleRateHz * Math.round((middleHz(other) - middleHz(signal)) / sampleRateHz));

/** Returns the common band of two boxes, negative if there is none. The ends of the recording's band are neighbours. */
export function overlapAround(a: Box, b: Box, sampleRateHz: number): number {
  const apart = (by: number) => ({ ...b, lowHz: b.lowHz + by, highHz: b.highHz + by });
  return Math.max(...[-sampleRateHz, 0, sampleRateHz].map((by) => overlapInBand(a, apart(by))));
}
