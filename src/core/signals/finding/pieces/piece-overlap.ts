import { mainBand, type Piece } from "./pieces.ts";
import type { RatioGrid } from "../regions.ts";

/** Frames by which starts and stops of one signal's parts may differ. */
export const TIMING = 3;
/** Common share of the bands of two sweeps, of the narrower one's. */
const SAME_BAND = 0.7;
/** Independent powers per cell: frames and bins overlap. */
export const INDEPENDENT_CELLS = 0.2;
/** Largest ratio of the peaks, or of the powers, and of the widths, of two parts of a signal. */
const [ALIKE, WIDTHS] = [3, 5];

export const width = ({ lowBin, highBin }: Piece) => highBin - lowBin;
export const overlap = (a: readonly [number, number], b: readonly [number, number]) =>
  Math.min(a[1], b[1]) - Math.max(a[0], b[0]);
export const binsOf = ({ lowBin, highBin }: Piece) => [lowBin, highBin] as const;
/** Tells whether two parts have a band in common, of the bins that hold nearly all power: side lobes may reach the bands of others. @param of Which of their widths counts. */
export function isSameBand(a: Piece, b: Piece, of: (...widths: number[]) => number): boolean {
  const [first, second] = [mainBand(a), mainBand(b)];
  return overlap(first, second) >= SAME_BAND * of(first[1] - first[0], second[1] - second[0]);
}
export const timeOf = ({ start, stop }: Piece) => [start, stop] as const;

const areNear = (a: number, b: number) => Math.max(a, b) < ALIKE * Math.min(a, b);

export const areAlike = (a: Piece, b: Piece) =>
  (areNear(a.peak, b.peak) || areNear(a.power, b.power)) &&
  Math.max(width(a), width(b)) < WIDTHS * Math.min(width(a), width(b));

export const hasTimingOf = (a: Piece, b: Piece) =>
  Math.abs(a.start - b.start) <= TIMING && Math.abs(a.stop - b.stop) <= TIMING;

/** Tells whether a part lies within the time of another piece. @param timing Frames by which it may begin earlier and end later. */
export const isDuring = (whole: Piece, part: Piece, timing = TIMING) =>
  part.start >= whole.start - timing && part.stop <= whole.stop + timing;

export function meanExcess(
  { ratios, bins }: RatioGrid,
  [start, stop]: readonly [number, number],
  [low, high]: readonly [number, number],
): number {
  let [sum, count] = [0, 0];
  for (let t = start; t < stop; t++) {
    for (let k = Math.max(0, low); k < Math.min(bins, high); k++, count++) sum += ratios[t * bins + k] - 1;
  }
  return count ? sum / count : 0;
}
