import type { Box } from "../detection.ts";
import type { Clipping } from "./clipping.ts";
import type { FineGrid } from "./fine-power.ts";
import type { SearchedGrid } from "./grids.ts";
import { isMirrored } from "./images.ts";
import { merged } from "./merging.ts";
import type { Piece } from "./pieces/pieces.ts";
import { type CellRun, type RatioGrid, zeroOf } from "./regions.ts";
import { binWidth, type Resolution } from "./resolution.ts";
import {
  length,
  overlapAround,
  overlapInBand,
  overlapInTime,
  type GridPlace,
  type SegmentSignal,
  signalOf,
} from "./segment-signal.ts";
import { strongParts } from "./strong-parts.ts";
import { showsConstant } from "./weak-constant.ts";

/** Longest signals that are measured with short transforms, and longest parts that they replace, in long transforms. */
export const [MOST_SHORT, MOST_REPLACED] = [1, 3];
/** Bins of a short transform over which a signal beside leaks. */
const LEAKAGE = 4;
/** Largest peak of what belongs to a lasting signal, relative to its peak: beside it, within its width, and farther away. */
const [BESIDE_POWER, FAR_POWER] = [0.3, 0.003];
/**
 * Margin of the power that a step of a signal has at a distance from it. Between two values of a Gaussian signal, for example two symbols of OFDM, a step exceeds
 * its mean power m times with probability e^−m, and a burst has up to some thousands of steps. A step shows for as many short transforms.
 */
const [STEP_MARGIN, MOMENT_MARGIN, MOMENT] = [4, 16, 2];

/** Finds signals that are shorter than a long transform with short transforms. They replace what the long transforms show of them. @param filled The signals that are no trains of very short ones. @param unmodulated Those that are carriers and nothing else. */
export function addShort(
  signals: SegmentSignal[],
  { filled, unmodulated }: Readonly<Record<"filled" | "unmodulated", readonly SegmentSignal[]>>,
  {
    window,
    start,
    short,
    clipping,
    subtracted,
    constant,
  }: {
    window: number;
    start: number;
    short: SearchedGrid<FineGrid>;
    clipping: Clipping;
    subtracted: readonly number[];
    /** Amplitude of the receiver's constant in long transforms, relative to the noise; 0 without one. */
    constant: number;
  },
): void {
  const { grid, resolution } = short;
  const place = { ...short, start };
  const width = binWidth(resolution);
  const searched = short.search();
  const lasting = filled.filter((signal) => length(signal) > MOST_REPLACED * window);
  // A carrier that was taken out of the short transforms leaks no longer, but where it begins and ends.
  const isTaken = ({ lowHz, highHz }: Box) => {
    if (subtracted.some((hz) => lowHz <= hz && hz <= highHz)) return true;
    const bin = zeroOf(grid) + (lowHz + highHz) / 2 / width;
    return searched.lines.some(({ lowBin, highBin }) => bin >= lowBin && bin < highBin);
  };
  // Too weak for a line in the short transforms, it still lifts the noise over the threshold now and then.
  const isConstantTaken = searched.lines.some(
    ({ lowBin, highBin }) => lowBin <= zeroOf(grid) && zeroOf(grid) < highBin,
  );
  const left = isConstantTaken ? 0 : constant * Math.sqrt(resolution.length / window);
  const end = start + (grid.frames - 1) * resolution.hop + resolution.length;
  const isLeaking = (signal: SegmentSignal, box: Box) =>
    !unmodulated.includes(signal) ||
    !isTaken(signal) ||
    [signal.start, signal.stop].some(
      (edge) => edge > start && edge < end && Math.max(box.start - edge, edge - box.stop) < window / 2,
    );
  const isNew = (piece: Piece) => {
    const box = signalOf(piece, grid, place);
    if (length(box) > MOST_SHORT * window) return false;
    const isOf = (signal: SegmentSignal) => isLeaking(signal, box) && isLeakage(signal, box, window, resolution);
    return !lasting.some(isOf) && !isMirrored(grid, piece) && !showsConstant(grid, piece, left);
  };
  // All parts of a region within a lasting signal are leakage.
  const isWithin = (runs: readonly CellRun[]) => {
    const box = outermost(runs, grid, place);
    return lasting.some(
      (signal) =>
        isLeaking(signal, box) &&
        box.start >= signal.start - window / 2 &&
        box.stop <= signal.stop + window / 2 &&
        box.lowHz >= signal.lowHz - LEAKAGE * width &&
        box.highHz <= signal.highHz + LEAKAGE * width,
    );
  };
  const { pieces, mayBeMade } = strongParts(short, searched, clipping, (runs) => !isWithin(runs));
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
function outermost(runs: readonly CellRun[], grid: RatioGrid, { start, resolution }: GridPlace): Box {
  let [low, high] = [grid.bins, 0];
  for (const run of runs) {
    if (run.low < low) low = run.low;
    if (run.high > high) high = run.high;
  }
  const { hop, length: window } = resolution;
  const width = binWidth(resolution);
  return {
    start: start + runs[0].frame * hop,
    stop: start + runs[runs.length - 1].frame * hop + window,
    lowHz: (low - 0.5 - zeroOf(grid)) * width,
    highHz: (high - 0.5 - zeroOf(grid)) * width,
  };
}

/** Tells whether a lasting signal explains a short one: it lies within it, or beside it and is much weaker, as at the signal's edges and steps of phase. */
export function isLeakage(signal: SegmentSignal, box: SegmentSignal, window: number, short: Resolution): boolean {
  if (overlapInTime(signal, box) <= -window / 2) return false;
  const distance = -overlapAround(signal, box, short.sampleRateHz);
  if (distance < LEAKAGE * binWidth(short)) return true;
  const width = signal.highHz - signal.lowHz;
  if (distance < width) return box.peak < BESIDE_POWER * signal.peak;
  // A step of the complex envelope has a spectrum of 1/(2πf). The signal's own power fills its band, and the window.
  const step = (2 * width * short.sampleRateHz) / (2 * Math.PI * (distance + width / 2)) ** 2 / short.hop;
  const margin = length(box) <= MOMENT * short.length ? MOMENT_MARGIN : STEP_MARGIN;
  // What a signal adds to the noise in its own band is no noise of a place far away.
  const peak = (signal.peak * signal.noiseDensity) / box.noiseDensity;
  return box.peak < Math.max(FAR_POWER * signal.peak, Math.min(BESIDE_POWER * signal.peak, margin * step * peak));
}
