import { type FineGrid, offTimes } from "./fine-power.ts";
import { middleOf } from "./images.ts";
import { binsOf, hasTimingOf, INDEPENDENT_CELLS, meanExcess, overlap, timeOf, TIMING, width } from "./piece-overlap.ts";
import { mainBand, type Piece } from "./pieces.ts";
import type { RatioGrid } from "./regions.ts";

/** Largest peak density of a side lobe relative to its signal, and its largest distance in widths of the signal. */
export const [LOBE_POWER, LOBE_DISTANCE] = [0.1, 3];
/** Largest energy of a side lobe without a mirrored one, relative to its signal. */
const LOBE_ENERGY = 0.1;
/** Range of the power at the mirrored place of a side lobe, relative to its own. */
const [LEAST_MIRROR, MOST_MIRROR] = [0.3, 3.5];
/** Parts of a side lobe's band that are compared: a signal beside has other places of its power. */
const MIRROR_PARTS = 3;
/** Standard deviations of noise by which a part's power may differ. */
const DEVIATIONS = 2;
/** Energy, time, width in bins and distance in bins of a fringe of a signal: relative to it, at most. */
const [FRINGE_ENERGY, FRINGE_TIME, FRINGE_BINS, FRINGE_DISTANCE] = [0.02, 0.25, 12, 2];
/** Energy of a fainter fringe, relative to its signal, and its peak over the noise: it may be farther away. */
const [FAINT_ENERGY, FAINT_PEAK] = [0.002, 12];
/** Largest peak of what surrounds a strong signal, its skirts, relative to its mean power density. */
const SKIRT_POWER = 0.003;
/** Least share of its time in which a keyed signal is off, the largest share of it in which a part is off that stays on, and its least energy: noise around a signal may stay on, too. */
const [KEYED_OFF, STAYING, LEAST_STAYING] = [0.25, 0.25, 0.02];
/** Width of signals that have skirts, bins: a carrier has none. */
const LEAST_WIDE = 24;

/**
 * A side lobe: near its signal, weaker, at the same time; and the other side of the signal has one too, or it is much weaker.
 *
 * @param fine Shows the pauses of keyed signals, in which their lobes pause, too.
 */
export function isLobe(grid: RatioGrid, strong: Piece, weak: Piece, fine: FineGrid | undefined): boolean {
  const inTime = weak.start >= strong.start - 2 * TIMING && weak.stop <= strong.stop + 2 * TIMING;
  if (!inTime || !isNear(strong, weak)) return false;
  if (isFringe(strong, weak)) return true;
  if (weak.peak > LOBE_POWER * strong.peak) return false;
  const [low, high] = mainBand(strong);
  const density = strong.energy / (strong.stop - strong.start) / (high - low);
  if (weak.peak < SKIRT_POWER * density && width(strong) > LEAST_WIDE) return true;
  if (isOnBothSides(grid, strong, weak)) {
    return !fine || weak.energy < LEAST_STAYING * strong.energy || !isSteadier(fine, weak, strong);
  }
  return weak.energy < LOBE_ENERGY * strong.energy && hasTimingOf(strong, weak);
}

/** Largest peak of a side lobe that has passed an end of the band, relative to its signal. */
const PASSED_POWER = 0.01;

/** Tells whether a part is a side lobe that has passed one end of the band, and appears at the other. */
export function isLobeBeyond(grid: RatioGrid, strong: Piece, weak: Piece): boolean {
  const inTime = weak.start >= strong.start - 2 * TIMING && weak.stop <= strong.stop + 2 * TIMING;
  if (!inTime || weak.peak > PASSED_POWER * strong.peak) return false;
  return [-grid.bins, grid.bins].some((shift) => {
    const moved = [weak.lowBin + shift, weak.highBin + shift] as const;
    return -overlap(binsOf(strong), moved) <= LOBE_DISTANCE * width(strong) && isOnBothSides(grid, strong, weak, shift);
  });
}

/** Tells whether a part stays on in most pauses of a keyed signal. */
function isSteadier(fine: FineGrid, part: Piece, keyed: Piece): boolean {
  const [own, least] = [part, keyed].map((piece) => {
    const { frames, off } = offTimes(fine, piece);
    return off / frames;
  });
  return least >= KEYED_OFF && own < STAYING * least;
}

/**
 * Tells whether a signal has the power of each part of a lobe on its other side: of its power's middle, or of its main band's, since tones
 * of FSK are on for different times.
 *
 * @param shift Bins by which the weak one is moved: a band that passes one end continues at the other.
 */
export function isOnBothSides(grid: RatioGrid, strong: Piece, weak: Piece, shift = 0): boolean {
  const [low, high] = mainBand(strong);
  // Each limit of the main band is a bin more or less.
  const ofBand = [-1, 0, 1].map((more) => low + high - 1 + more);
  return [Math.round(2 * middleOf(strong)), ...ofBand].some((middle) => isMirroredAt(grid, [middle - shift], weak));
}

/** Fewest frames between two edges of strong signals in which the lobes of both are compared with what lies between them. */
const LEAST_SLICE = 8;

/**
 * Tells whether a part holds the side lobes of several signals, none of which is on for all of its time: in each time between two edges, those that are on
 * have as much power, together, at the mirrored places.
 */
export function isLobeOfSeveral(grid: RatioGrid, others: readonly Piece[], weak: Piece): boolean {
  const [start, stop] = timeOf(weak);
  const strong = others.filter(
    (other) => weak.peak <= LOBE_POWER * other.peak && isNear(other, weak) && overlap(timeOf(other), timeOf(weak)) > 0,
  );
  if (strong.length < 2) return false;
  const edges = [start, ...strong.flatMap(timeOf).filter((t) => t > start && t < stop), stop].sort((a, b) => a - b);
  return edges.slice(1).every((to, i) => {
    const from = edges[i];
    if (to - from < LEAST_SLICE) return true;
    const on = strong.filter((other) => overlap(timeOf(other), [from, to]) >= (to - from) / 2);
    const middles = on.map((other) => Math.round(2 * middleOf(other)));
    return on.length > 0 && isMirroredAt(grid, middles, weak, [from, to]);
  });
}

/** @param middles Twice the bin of the middle of each signal. */
function isMirroredAt(
  grid: RatioGrid,
  middles: readonly number[],
  weak: Piece,
  time: readonly [number, number] = timeOf(weak),
): boolean {
  const parts = Math.min(MIRROR_PARTS, width(weak));
  const bounds = Array.from({ length: parts + 1 }, (_, i) => Math.round(weak.lowBin + (i / parts) * width(weak)));
  return bounds.slice(1).every((high, i) => {
    const low = bounds[i];
    const mirror = middles.reduce(
      (sum, middle) => sum + meanExcess(grid, time, [middle - high + 1, middle - low + 1]),
      0,
    );
    const own = meanExcess(grid, time, [low, high]);
    const doubt = DEVIATIONS / Math.sqrt(INDEPENDENT_CELLS * (high - low) * (time[1] - time[0]));
    return mirror + doubt > LEAST_MIRROR * own && mirror - doubt < MOST_MIRROR * own;
  });
}

/** A small part of a signal's slope that noise has cut off: short, narrow and beside it. */
export function isFringe(strong: Piece, weak: Piece): boolean {
  const isSmall = weak.energy < FRINGE_ENERGY * strong.energy && width(weak) <= FRINGE_BINS;
  const isBrief = weak.stop - weak.start < FRINGE_TIME * (strong.stop - strong.start);
  const distance = -overlap(binsOf(strong), binsOf(weak));
  const isFaint = weak.energy < FAINT_ENERGY * strong.energy && weak.peak < FAINT_PEAK;
  return isSmall && isBrief && distance <= (isFaint ? width(strong) / 2 : FRINGE_DISTANCE);
}

export const isNear = (strong: Piece, weak: Piece) =>
  -overlap(binsOf(strong), binsOf(weak)) <= LOBE_DISTANCE * width(strong);
