import { middleOf } from "./images.ts";
import { binsOf, hasTimingOf, meanExcess, overlap, timeOf, TIMING, width } from "./piece-overlap.ts";
import type { Piece } from "./pieces.ts";
import type { RatioGrid } from "./regions.ts";

/** Largest peak density of a side lobe relative to its signal, and its largest distance in widths of the signal. */
export const [LOBE_POWER, LOBE_DISTANCE] = [0.1, 3];
/** Range of the power at the mirrored place of a side lobe, relative to its own. */
const [LEAST_MIRROR, MOST_MIRROR] = [0.3, 3.5];
/** Energy, time, width in bins and distance in bins of a fringe of a signal: relative to it, at most. */
const [FRINGE_ENERGY, FRINGE_TIME, FRINGE_BINS, FRINGE_DISTANCE] = [0.02, 0.25, 12, 2];
/** Energy of a fainter fringe, relative to its signal, and its peak over the noise: it may be farther away. */
const [FAINT_ENERGY, FAINT_PEAK] = [0.002, 12];
/** Largest peak of what surrounds a strong signal, its skirts, relative to its mean power density. */
const SKIRT_POWER = 0.003;
/** Width of signals that have skirts, bins: a carrier has none. */
const LEAST_WIDE = 24;

/** A side lobe: near its signal, weaker, at the same time; and the other side of the signal has one too, or it is much weaker. */
export function isLobe(grid: RatioGrid, strong: Piece, weak: Piece): boolean {
  const inTime = weak.start >= strong.start - 2 * TIMING && weak.stop <= strong.stop + 2 * TIMING;
  if (!inTime || !isNear(strong, weak)) return false;
  if (isFringe(strong, weak)) return true;
  if (weak.peak > LOBE_POWER * strong.peak) return false;
  const density = strong.energy / (strong.stop - strong.start) / width(strong);
  if (weak.peak < SKIRT_POWER * density && width(strong) > LEAST_WIDE) return true;
  const middle = Math.round(2 * middleOf(strong));
  const mirror = meanExcess(grid, timeOf(weak), [middle - weak.highBin + 1, middle - weak.lowBin + 1]);
  const own = meanExcess(grid, timeOf(weak), binsOf(weak));
  return (mirror > LEAST_MIRROR * own && mirror < MOST_MIRROR * own) || hasTimingOf(strong, weak);
}

/** A small part of a signal's slope that noise has cut off: short, narrow and beside it. */
function isFringe(strong: Piece, weak: Piece): boolean {
  const isSmall = weak.energy < FRINGE_ENERGY * strong.energy && width(weak) <= FRINGE_BINS;
  const isBrief = weak.stop - weak.start < FRINGE_TIME * (strong.stop - strong.start);
  const distance = -overlap(binsOf(strong), binsOf(weak));
  const isFaint = weak.energy < FAINT_ENERGY * strong.energy && weak.peak < FAINT_PEAK;
  return isSmall && isBrief && distance <= (isFaint ? width(strong) / 2 : FRINGE_DISTANCE);
}

export const isNear = (strong: Piece, weak: Piece) =>
  -overlap(binsOf(strong), binsOf(weak)) <= LOBE_DISTANCE * width(strong);
