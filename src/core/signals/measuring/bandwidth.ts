import { type PartSpectrum, runningSums, smoothed } from "./spectrum.ts";

/** Share of the power outside the 99 % bandwidth, on each side. */
const OUTSIDE = 0.005;
/** A line dominates if this share of the power lies in a few resolution cells. */
const LINE = 0.2;
/** Density over the noise's that continues a band. */
const EXCESS = 0.25;
/** A band ends where no signal is found over this many independent values, and over this many Hz. */
const [GAP_CELLS, GAP_HZ] = [120, 3000];
/** Share of the bandwidth, on each side of it, over which sides may be so weak. */
const SIDE = 1 / 4;
/** Product of a rectangular pulse's length and its 99 % bandwidth. */
const RECTANGLE = 20;
/** The power beside a line is a signal's if it exceeds its mean in noise by this many standard deviations. */
const SURE = 4;
/** Relative error of what a line of limited length leaks: it depends on its place between two bins. */
const UNSURE_LEAK = 0.15;
/** A line this many resolution cells beside the middle of the band, or further, is not its middle. */
const LEAST_ASIDE = 40;
/** Share of the power by which one side of a line exceeds the other one, if it is a tone of FSK: the sides of a carrier are alike. Cells of the line itself, on each side. */
const [ONE_SIDED, LINE_CELLS] = [1 / 5, 4];
/** Largest 99 % bandwidth, over the one within the band where the power clearly exceeds the noise. */
const MOST_SIDES = 2.5;
/** Mean of the largest of ten normal variables, in standard deviations. */
const LARGEST_OF_TEN = 1.54;
/** Blocks into which one side of a band with a line is divided. */
const BLOCKS = 48;
/** Power beyond the last block, over what a density that falls with 1/f² would have: real edges are not that steep. */
const BEYOND = 0.6;

/** Bins [from, to) of a spectrum. */
export interface Bins {
  from: number;
  to: number;
}

/**
 * Returns the band of the signal around the middle of a spectrum. It starts with `core`, and grows on both sides until the
 * power stays near the noise's for a while.
 */
export function signalBins({ power, noise, bin, cell }: PartSpectrum, core: Bins): Bins {
  const gap = Math.max(GAP_CELLS * cell, GAP_HZ / bin);
  const limits = { least: (1 + EXCESS) * noise, most: gap * EXCESS * noise };
  return { from: grown(power, core.from - 1, -1, limits) + 1, to: grown(power, core.to, 1, limits) };
}

/** Returns the end to which a band grows from a bin on. @param least Power of a bin that belongs to it. @param most What may be missing on the way. */
function grown(
  power: Float64Array,
  at: number,
  step: 1 | -1,
  { least, most }: { least: number; most: number },
): number {
  let sum = 0;
  let best = 0;
  let edge = at;
  for (let i = at; i >= 0 && i < power.length; i += step) {
    sum += power[i] - least;
    if (sum > best) {
      best = sum;
      edge = i + step;
    }
    if (sum < best - most) break;
  }
  return edge;
}

/** All in bins of the spectrum, with standard deviations. */
export interface Bandwidths {
  /** Edges of the 99 % bandwidth. */
  lower: number;
  upper: number;
  edgeSd: number;
  /** Between the outermost half-power points; null where a line dominates. */
  half: number | null;
  halfSd: number | null;
  /** Power in the band without the noise, and the standard deviation of what lies beside it under the noise. */
  total: number;
  totalSd: number;
  /** Place of a line that holds a fifth of the power or more. */
  line: number | null;
}

/** @param pass Bins that the cut leaves unchanged. */
export function bandwidthsOf(spectrum: PartSpectrum, band: Bins, pass: Bins): Bandwidths {
  const { power, noise, bin, cell } = spectrum;
  const net = power.slice(band.from, band.to);
  subtract(net, noise);
  const sums = runningSums(net);
  const total = sums[net.length];
  const placeAt = (share: number) => band.from + placeOf(sums, share * total);
  const [lower, upper] = [placeAt(OUTSIDE), placeAt(1 - OUTSIDE)];
  // The noise inside and the signal's own power outside vary, which moves the running sum; the sides under the noise are missing in it. The density at
  // the edge says how far that moves the edge.
  const hidden = EXCESS * noise * Math.max(GAP_CELLS * cell, GAP_HZ / bin, SIDE * (upper - lower));
  const sumSd = Math.hypot(
    noise * Math.sqrt((cell * (upper - lower)) / 4),
    Math.sqrt((cell / 2) * outsideSquares(power, band, [lower, upper])),
    hidden,
  );
  const toEdge = (placeAt(2 * OUTSIDE) - placeAt(OUTSIDE / 2)) / (1.5 * OUTSIDE * total);
  const totalSd = Math.SQRT2 * hidden;
  const edgeSd = Math.max(cell, Math.abs(toEdge) * sumSd);
  const line = lineOf(net, sums, cell);
  if (line === null) {
    const { half, halfSd } = halfWidth(sums, upper - lower, cell);
    // Where the density falls steeply, its outermost points are the band's ends.
    return { lower, upper, edgeSd, half, halfSd: Math.hypot(halfSd, edgeSd), total, totalSd, line };
  }
  const place = band.from + line;
  const middle = (lower + upper) / 2;
  const clamped = (at: number) => Math.max(0, Math.min(net.length, Math.round(at)));
  const below = sums[clamped(line - LINE_CELLS * cell)];
  const above = total - sums[clamped(line + LINE_CELLS * cell)];
  const isOneSided = Math.abs(above - below) > ONE_SIDED * total;
  const isAside = Math.abs(place - middle) > Math.max((upper - lower) / 8, isOneSided ? 0 : LEAST_ASIDE * cell);
  const centre = isAside ? middle : place;
  // Beyond the band that was found, other signals may lie on both sides.
  const most = Math.max(RECTANGLE * cell, MOST_SIDES * (upper - lower)) / 2;
  const reach = isAside ? (upper - lower) / 2 : Math.min(most, besideLine(spectrum, place, pass));
  return {
    lower: centre - reach,
    upper: centre + reach,
    edgeSd,
    half: null,
    halfSd: null,
    total,
    totalSd,
    line: place,
  };
}

function subtract(values: Float64Array, value: number): void {
  for (let i = 0; i < values.length; i++) values[i] -= value;
}

/** Sum of the squared powers of a band below its lower edge and above its upper one. */
function outsideSquares(power: Float64Array, { from, to }: Bins, [lower, upper]: readonly [number, number]): number {
  let sum = 0;
  for (let i = from; i < to; i++) if (i < lower || i >= upper) sum += power[i] * power[i];
  return sum;
}

/** Returns the place where a running sum passes a value: the middle of the first and the last such place. */
function placeOf(sums: Float64Array, value: number): number {
  const after = firstReaching(sums, value);
  const before = lastWithin(sums, value);
  const first = after - (sums[after] - value) / (sums[after] - sums[after - 1] || 1);
  const last = before + (value - sums[before]) / (sums[before + 1] - sums[before] || 1);
  return (first + last) / 2 || 0;
}

/** Returns the first sum that is not less than a value; −1 if there is none. */
function firstReaching(sums: Float64Array, value: number): number {
  for (let i = 0; i < sums.length; i++) if (sums[i] >= value) return i;
  return -1;
}

/** Returns the last sum that is not larger than a value; −1 if there is none. */
function lastWithin(sums: Float64Array, value: number): number {
  let i = sums.length - 1;
  while (i >= 0 && !(sums[i] <= value)) i--;
  return i;
}

/** Returns the place of the line that dominates, if one does. */
function lineOf(net: Float64Array, sums: Float64Array, cell: number): number | null {
  const few = Math.round(4 * cell);
  const means = smoothed(sums, few);
  const about = means.indexOf(largest(means));
  if (means[about] * (2 * few + 1) <= LINE * sums[net.length]) return null;
  const from = Math.max(0, about - few);
  const near = net.subarray(from, about + few + 1);
  const at = from + near.indexOf(largest(near));
  const [before, here, after] = [net[at - 1] ?? 0, net[at], net[at + 1] ?? 0];
  return at + 0.5 + (after - before) / (2 * (2 * here - before - after) || 1);
}

/**
 * Returns half of the 99 % bandwidth around a line, in bins. Such signals (OOK, ASK, AM) have long, equal sides, most of
 * them under the noise. So both sides are added in blocks, and the power beyond the blocks is estimated. Where the sides
 * differ much there is another signal on one of them, so the weaker one counts twice.
 */
function besideLine({ power, noise, cell }: PartSpectrum, line: number, pass: Bins): number {
  const first = 4 * cell;
  const end = Math.min(line - pass.from, pass.to - line);
  const width = (end - first) / BLOCKS;
  const alone = (RECTANGLE * cell) / 2;
  if (width < 1) return alone;
  const sums = runningSums(power);
  const between = (from: number, to: number) => sums[Math.round(to)] - sums[Math.round(from)];
  const sd = noise * Math.sqrt(width * cell);
  const inner = between(line - first, line + first) - 2 * first * noise;
  // A line of limited length leaks: 1/(π²x) of it lies beyond x resolution cells.
  const leak = (i: number) => (inner / (Math.PI ** 2 - 1 / 4)) * (cell / (first + i * width));
  const blocks = Float64Array.from({ length: BLOCKS }, (_, i) => {
    const near = first + i * width;
    const sides = [between(line + near, line + near + width), between(line - near - width, line - near)];
    const [less, more] = sides.map((side) => side - noise * width).toSorted((a, b) => a - b);
    return (more - less > 5 * sd + Math.max(0, less) ? 2 * less : less + more) - leak(i) + leak(i + 1);
  });
  const beside = runningSums(blocks);
  // The side ends where the rest is no more than noise.
  const isNoise = (i: number) =>
    beside[BLOCKS] - beside[i] < SURE * sd * Math.sqrt(2 * (BLOCKS - i)) + UNSURE_LEAK * leak(i);
  let count = BLOCKS;
  while (count > 0 && isNoise(count - 1)) count--;
  if (count === 0) return alone;
  let rest = leak(count) + beyondBlocks(blocks, first, width, sd);
  const all = inner + beside[count] + leak(0) - leak(count) + rest;
  for (let i = count - 1; i >= 0; i--) {
    const block = blocks[i] + leak(i) - leak(i + 1);
    if (rest + block > 2 * OUTSIDE * all) return first + (i + 1 - (2 * OUTSIDE * all - rest) / block) * width;
    rest += block;
  }
  return alone;
}

/** Returns the power beyond the last block, if a density A/f² fits the outer third of the blocks. */
function beyondBlocks(blocks: Float64Array, first: number, width: number, sd: number): number {
  let [products, squares] = [0, 0];
  for (let i = Math.round((2 * BLOCKS) / 3); i < BLOCKS; i++) {
    const at = first + (i + 0.5) * width;
    products += blocks[i] / at ** 2;
    squares += 1 / at ** 4;
  }
  if (products < SURE * Math.SQRT2 * sd * Math.sqrt(squares)) return 0;
  return (BEYOND * products) / squares / width / (first + BLOCKS * width);
}

/** Returns the width between the outermost half-power points of the density, smoothed over a tenth of that. */
function halfWidth(sums: Float64Array, width: number, cell: number): { half: number; halfSd: number } {
  // A few rounds find both.
  let half = width;
  let ramp = 0;
  for (let round = 0; round < 6; round++) {
    const reach = Math.max(1, Math.round(half / 20));
    const density = smoothed(sums, reach);
    lowerEnds(density, reach);
    const most = largest(density);
    const widthAt = (level: number) => widthOver(density, level * most);
    half = widthAt(0.5);
    ramp = (widthAt(0.3) - widthAt(0.7)) / 2;
  }
  // Relative error of a density: one over the root of the number of independent values.
  const error = Math.min(1, Math.sqrt((10 * cell) / half));
  // The maximum of the density is one of about ten values, so it exceeds their mean, and moves both edges inwards.
  return { half, halfSd: (Math.hypot(Math.SQRT2, 2 * LARGEST_OF_TEN) * (error / 2) * ramp) / 0.4 };
}

/** Nothing lies beyond a band, so the means at its ends are lower. */
function lowerEnds(density: Float64Array, reach: number): void {
  for (let i = 0; i < Math.min(reach, density.length); i++) {
    const share = Math.min(1, (i + reach + 1) / (2 * reach + 1));
    density[i] *= share;
    if (density.length - 1 - i > i) density[density.length - 1 - i] *= share;
  }
}

/** Distance of the first and the last value that reach a level, and one. */
function widthOver(values: Float64Array, level: number): number {
  let first = 0;
  let last = values.length - 1;
  while (first < values.length && values[first] < level) first++;
  while (last >= 0 && values[last] < level) last--;
  return last - first + 1;
}

function largest(values: Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > most) most = values[i];
  return most;
}
