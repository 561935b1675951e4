import { type FineGrid, offTimes } from "./fine-power.ts";
import { middleOf } from "./images.ts";
import {
  binsOf,
  hasTimingOf,
  isDuring,
  INDEPENDENT_CELLS,
  meanExcess,
  overlap,
  timeOf,
  TIMING,
  width,
} from "./pieces/piece-overlap.ts";
import { mainBand, type Piece } from "./pieces/pieces.ts";
import type { RatioGrid } from "./regions.ts";

/** Largest peak density of a side lobe relative to its signal, and its largest distance in widths of the signal. */
export const [LOBE_POWER, LOBE_DISTANCE] = [0.1, 3];
/** Largest energy of a side lobe without a mirrored one, relative to its signal. */
const LOBE_ENERGY = 0.1;
/** Range of the power at the mirrored place of a side lobe, relative to its own. */
const [LEAST_MIRROR, MOST_MIRROR] = [0.3, 3.5];
/** Power of a part relative to its mirrored place, and its peak over the noise, that only another signal has. */
const [FAR_OVER, SHOWN_PEAK] = [10, 100];
/** Bins beside a part into which it leaks; and the least width, in bins and relative to the part's, of the place beside it in which a lobe has power, too. */
const [LEAKAGE, GAP_BINS, GAP] = [3, 8, 0.5];
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
  if (isFringe(strong, weak) || isMomentOfLobe(grid, strong, weak)) return true;
  if (weak.peak > LOBE_POWER * strong.peak) return false;
  const [low, high] = mainBand(strong);
  const density = strong.energy / (strong.stop - strong.start) / (high - low);
  if (weak.peak < SKIRT_POWER * density && width(strong) > LEAST_WIDE) return true;
  if (isOnBothSides(grid, strong, weak)) {
    return !fine || weak.energy < LEAST_STAYING * strong.energy || !isSteadier(fine, weak, strong);
  }
  if (weak.energy >= LOBE_ENERGY * strong.energy || !hasTimingOf(strong, weak)) return false;
  return !isDetached(grid, strong, weak) && !isFarOverMirror(grid, strong, weak);
}

/** Tells whether some of a part beside a signal has far more power than the mirrored place, wherever the signal's middle is: no lobe does, so it holds another signal. */
export function isFarOverMirror(grid: RatioGrid, strong: Piece, weak: Piece): boolean {
  if (weak.peak < SHOWN_PEAK || overlap(mainBand(strong), mainBand(weak)) > 0) return false;
  const time = timeOf(weak);
  return middlesOf(strong).every((middle) =>
    partsOf(weak).some(([low, high]) => {
      const [from, to] = [middle - high + 1, middle - low + 1];
      if (from < 0 || to > grid.bins) return false;
      const doubt = doubtOf([low, high], time);
      return (
        meanExcess(grid, time, [low, high]) - doubt >
        FAR_OVER * (Math.max(0, meanExcess(grid, time, [from, to])) + doubt)
      );
    }),
  );
}

/** Tells whether hardly any power lies beside a part, on the side of the signal: lobes grow towards it. So also where the mirrored place lies beyond the end of the band, what is detached is another signal. */
function isDetached(grid: RatioGrid, strong: Piece, weak: Piece): boolean {
  const [low, high] = mainBand(weak);
  const bins = Math.max(GAP_BINS, Math.round(GAP * (high - low)));
  const gap =
    low > mainBand(strong)[0]
      ? ([low - LEAKAGE - bins, low - LEAKAGE] as const)
      : ([high + LEAKAGE, high + LEAKAGE + bins] as const);
  if (overlap(gap, mainBand(strong)) > 0) return false;
  const time = timeOf(weak);
  const own = meanExcess(grid, time, [low, high]) - doubtOf([low, high], time);
  return own > FAR_OVER * (Math.max(0, meanExcess(grid, time, gap)) + doubtOf(gap, time));
}

/**
 * Power of a signal's side lobes at the place of a part, roughly: they fall with the square of the distance. A part belongs to the signal that has
 * most there; joined with a stronger one far away, it would widen that over all that lies between.
 */
export function lobePower(strong: Piece, weak: Piece): number {
  const [low, high] = mainBand(strong);
  const distance = Math.max(0, -overlap([low, high], mainBand(weak)));
  return strong.peak * ((high - low) / (high - low + distance)) ** 2;
}

/**
 * Longest moment of a side lobe, relative to its signal, and least frames of the signal beside it that tell the usual power; its largest power, relative to what its place has at other times, and beyond that in standard deviations of
 * noise: it is the strongest one of thousands of moments.
 */
const [LOBE_MOMENT, LEAST_USUAL, MOMENT_POWER, MOMENT_DEVIATIONS] = [0.5, 48, 4, 5];

/**
 * Tells whether a part is a moment of a side lobe of rectangles that is too weak to be seen all the time: its place has a side lobe's power for all of the signal's time. A moment itself has
 * too few cells to be compared with the mirrored place, and where a lobe is hardly stronger than the noise, the noise floor may count it as noise on one side.
 *
 * @param shift Bins by which the weak one is moved: a band that passes one end continues at the other.
 */
function isMomentOfLobe(grid: RatioGrid, strong: Piece, weak: Piece, shift = 0): boolean {
  if (weak.stop - weak.start > LOBE_MOMENT * (strong.stop - strong.start) || weak.peak >= strong.peak) return false;
  const bins = binsOf(weak);
  const place = [bins[0] + shift, bins[1] + shift] as const;
  if (overlap(mainLobe(strong), place) > 0) return false;
  const before = [strong.start, Math.max(strong.start, weak.start - TIMING)] as const;
  const after = [Math.min(strong.stop, weak.stop + TIMING), strong.stop] as const;
  const usually = before[1] - before[0] > after[1] - after[0] ? before : after;
  if (usually[1] - usually[0] < LEAST_USUAL) return false;
  const usual = meanExcess(grid, usually, bins);
  if (usual <= doubtOf(bins, usually)) return false;
  const chance = (MOMENT_DEVIATIONS / DEVIATIONS) * (1 + usual) * doubtOf(bins, timeOf(weak));
  if (meanExcess(grid, timeOf(weak), bins) > Math.max(MOMENT_POWER * usual, usual + chance)) return false;
  if (usual - doubtOf(bins, usually) >= MOST_USUAL * rectanglePower(strong, place)) return false;
  return (
    isRectangular(grid, strong) ||
    middlesOf(strong).some((middle) => isMirroredAt(grid, [middle - shift], weak, usually))
  );
}

/** Largest usual power of a place of which moments are seen, relative to the top of a lobe there: noise raises a peak, and so narrows the width that tells the rate. */
const MOST_USUAL = 2.5;
/** Range of the power at the place of a side lobe, relative to the top of the lobes of pulses that are rectangles; and the place of the first one, in symbol rates. */
const [LEAST_OF_LOBE, MOST_OF_LOBE, FIRST_LOBE] = [0.2, 1.5, [1.2, 1.8]];

/** Equivalent width of a signal's spectrum, bins: of pulses that are rectangles it is the symbol rate. */
const equivalentWidth = ({ energy, start, stop, peak }: Piece) => energy / (stop - start) / peak;

/** The main lobe of pulses that are rectangles, between its zeros. */
const mainLobe = (signal: Piece): readonly [number, number] => {
  const [middle, rate] = [middleOf(signal), equivalentWidth(signal)];
  return [middle - rate, middle + rate];
};

/** Returns the power at the top of a side lobe at a place that a signal has if its pulses are rectangles: no others are stronger. */
function rectanglePower(strong: Piece, [low, high]: readonly [number, number]): number {
  const distance = Math.abs((low + high - 1) / 2 - middleOf(strong));
  return strong.peak * (equivalentWidth(strong) / (Math.PI * distance)) ** 2;
}

/** Tells whether a signal has the first side lobes of pulses that are rectangles. Another signal may fill the place of one of them. */
function isRectangular(grid: RatioGrid, strong: Piece): boolean {
  const rate = equivalentWidth(strong);
  const [from, to] = FIRST_LOBE.map((distance) => Math.round(distance * rate));
  const middle = Math.round(middleOf(strong));
  const side = [middle + from, middle + to + 1] as const;
  const lobe = rectanglePower(strong, side);
  const doubt = doubtOf(side, timeOf(strong));
  const twice = withinBand(grid, 2 * middle, { lowBin: side[0], highBin: side[1] });
  const other = [twice - side[1] + 1, twice - side[0] + 1] as const;
  const powers = [side, other].map((place) => meanExcess(grid, timeOf(strong), place));
  return (
    powers.every((power) => power > Math.max(doubt, LEAST_OF_LOBE * lobe)) &&
    powers.some((power) => power - doubt < MOST_OF_LOBE * lobe)
  );
}

/** Tells whether a part has no more power for some time than the side lobes of signals have at its place, whose pulses are rectangles. */
function isUnderLobes(
  grid: RatioGrid,
  strong: readonly Piece[],
  weak: Piece,
  time: readonly [number, number],
): boolean {
  const rectangular = strong.filter((signal) => isRectangular(grid, signal));
  return partsOf(weak).every((part) => {
    const lobes = rectangular.reduce((sum, signal) => sum + rectanglePower(signal, part), 0);
    return meanExcess(grid, time, part) - doubtOf(part, time) < MOST_OF_LOBE * lobes;
  });
}

/** Returns twice the bin of a middle, moved so that the mirrored place lies within the band: what passes one end of it appears at the other. */
const withinBand = ({ bins }: RatioGrid, middle: number, { lowBin, highBin }: Pick<Piece, "lowBin" | "highBin">) =>
  middle - bins * Math.floor((middle - (lowBin + highBin - 1) / 2) / bins);

/** Largest peak of a side lobe that has passed an end of the band, relative to its signal. */
const PASSED_POWER = 0.01;

/** Tells whether a part is a side lobe that has passed one end of the band, and appears at the other. */
export function isLobeBeyond(grid: RatioGrid, strong: Piece, weak: Piece): boolean {
  const inTime = weak.start >= strong.start - 2 * TIMING && weak.stop <= strong.stop + 2 * TIMING;
  if (!inTime || weak === strong) return false;
  return [-grid.bins, grid.bins].some((shift) => {
    const moved = [weak.lowBin + shift, weak.highBin + shift] as const;
    if (-overlap(binsOf(strong), moved) > LOBE_DISTANCE * width(strong)) return false;
    const isAlike = weak.peak <= PASSED_POWER * strong.peak && isOnBothSides(grid, strong, weak, shift);
    return isAlike || isMomentOfLobe(grid, strong, weak, shift);
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
  return middlesOf(strong).some((middle) => isMirroredAt(grid, [middle - shift], weak, timeOf(weak)));
}

/** Twice the bins that may be the middle of a signal. */
function middlesOf(strong: Piece): number[] {
  const [low, high] = mainBand(strong);
  // Each limit of the main band is a bin more or less.
  const ofBand = [-1, 0, 1].map((more) => low + high - 1 + more);
  return [Math.round(2 * middleOf(strong)), ...ofBand];
}

/**
 * Fewest frames between two edges of strong signals in which the lobes of both are compared with what lies between them; and its power there,
 * relative to its mean, that may be too little to compare.
 */
const [LEAST_SLICE, UNSEEN] = [16, 0.15];

/**
 * Tells whether a part holds the side lobes of several signals, none of which is on for all of its time: in each time between two edges, those that are on
 * have as much power, together, at the mirrored places; or their pulses are rectangles, whose lobes are as strong. So are the lobes of one whose mirrored place another signal fills.
 */
export function isLobeOfSeveral(grid: RatioGrid, others: readonly Piece[], weak: Piece): boolean {
  const [start, stop] = timeOf(weak);
  const strong = others.filter(
    (other) => weak.peak <= LOBE_POWER * other.peak && isNear(other, weak) && overlap(timeOf(other), timeOf(weak)) > 0,
  );
  if (strong.length < 2)
    return strong.some((one) => isDuring(one, weak)) && isUnderLobes(grid, strong, weak, timeOf(weak));
  const edges = [start, ...strong.flatMap(timeOf).filter((t) => t > start && t < stop), stop].sort((a, b) => a - b);
  const least = UNSEEN * meanExcess(grid, [start, stop], binsOf(weak));
  return edges.slice(1).every((to, i) => {
    const from = edges[i];
    if (to - from < LEAST_SLICE) return true;
    const on = strong.filter((other) => overlap(timeOf(other), [from, to]) >= (to - from) / 2);
    const middles = on.map((other) => withinBand(grid, Math.round(2 * middleOf(other)), weak));
    if (on.length > 0 && isMirroredAt(grid, middles, weak, [from, to])) return true;
    if (isUnderLobes(grid, on, weak, [from, to])) return true;
    return meanExcess(grid, [from, to], binsOf(weak)) <= least;
  });
}

/**
 * @param middles Twice the bin of the middle of each signal. Of several, those whose place another signal fills say nothing.
 */
function isMirroredAt(
  grid: RatioGrid,
  middles: readonly number[],
  weak: Piece,
  time: readonly [number, number],
): boolean {
  return partsOf(weak).every(([low, high]) => {
    const own = meanExcess(grid, time, [low, high]);
    const doubt = doubtOf([low, high], time);
    const isFilled = (power: number) => power - doubt >= MOST_MIRROR * own;
    const mirrors = middles.map((middle) => meanExcess(grid, time, [middle - high + 1, middle - low + 1]));
    const free = mirrors.length > 1 ? mirrors.filter((power) => !isFilled(power)) : mirrors;
    const mirror = free.reduce((sum, power) => sum + power, 0);
    return mirror + doubt > LEAST_MIRROR * own && !isFilled(mirror);
  });
}

/** The bins of a part in up to three parts. */
function partsOf(weak: Piece): (readonly [low: number, high: number])[] {
  const parts = Math.min(MIRROR_PARTS, width(weak));
  const bounds = Array.from({ length: parts + 1 }, (_, i) => Math.round(weak.lowBin + (i / parts) * width(weak)));
  return bounds.slice(1).map((high, i) => [bounds[i], high]);
}

/** What noise may add to a mean power. */
const doubtOf = ([low, high]: readonly [number, number], [from, to]: readonly [number, number]) =>
  DEVIATIONS / Math.sqrt(INDEPENDENT_CELLS * (high - low) * (to - from));

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
