import type { SampleLimits } from "../declipping/declip.ts";
import type { SampleArray } from "../../capture/raw-samples.ts";
import type { Piece } from "./pieces/pieces.ts";
import type { CellRun, RatioGrid } from "./regions.ts";
import type { Resolution } from "./resolution.ts";

/** Fewest samples at the limit. */
const LEAST = 8;
/** Values above this share of the largest one are near the limit. */
const NEAR = 0.9;
/** Least ratio of the smaller end of the range to the larger one, if both are limits. */
const SYMMETRY = 0.98;
/** Power of what a limit makes of Gaussian I and Q, relative to the rest: this, times a power of the share p of limited values. From the closed form, within 1.6 dB for p of 0.001 to 0.9. */
const [MADE, EXPONENT] = [0.4, 1.17];
/** Share of the band over which a strong signal's power counts, and power of what a limit makes of it at one place, relative to all of it. */
const [WIDTH, SPREAD] = [1 / 32, 0.5];

/** The samples whose I or Q lies at a limit, in order, and the limit. */
export interface Clipping {
  samples: number[];
  /** The largest value. */
  limit: number;
  limits: SampleLimits;
  /** Share of the power that the limit made that is still in the samples. */
  remaining: number;
}

const NO_LIMITS: SampleLimits = { low: -Infinity, high: Infinity };
export const NOT_CLIPPED: Clipping = { samples: [], limit: Infinity, limits: NO_LIMITS, remaining: 1 };

/**
 * Returns the samples at a limit. There is one if more values lie at the ends of the range than near them, and than at the next smaller
 * magnitude: quiet integers have few values.
 *
 * @param values I and Q of complex samples, interleaved. @param middle The value that counts as 0.
 */
export function clippedSamples(values: SampleArray, middle = 0): Clipping {
  const { low, high, lows, highs } = rangeOf(values, middle);
  const limit = Math.max(high, -low);
  // Integers reach one step farther below 0 than above.
  const least = -low >= SYMMETRY * limit ? low : -Infinity;
  const most = high >= SYMMETRY * limit ? high : Infinity;
  if ((least === low ? lows : 0) + (most === high ? highs : 0) < LEAST) return { ...NOT_CLIPPED, limit };
  const at: number[] = [];
  const beside = splitAt(values, { middle, least, most, close: NEAR * limit }, at);
  if (at.length < LEAST || at.length <= beside) return { ...NOT_CLIPPED, limit };
  return { samples: at, limit, limits: { low: least, high: most }, remaining: 1 };
}

/** Returns the least and the largest value, which are at most 0 and at least 0, and the numbers of values that equal them. */
function rangeOf(values: SampleArray, middle: number) {
  let [low, high, lows, highs] = [middle, middle, 0, 0];
  const isInPairs = values instanceof Int16Array && middle === 0 && values.byteOffset % 4 === 0;
  const pairs = isInPairs ? new Int32Array(values.buffer, values.byteOffset, values.length >> 1) : undefined;
  const next = (from: number) =>
    pairs ? nextInPairs(values, pairs, from, [low, high]) : nextOutside(values, from, low, high);
  for (let i = next(0); i < values.length; i = next(i + 1)) {
    const value = values[i];
    if (value >= high) {
      if (value > high) [high, highs] = [value, 1];
      else highs++;
    }
    if (value <= low) {
      if (value < low) [low, lows] = [value, 1];
      else lows++;
    }
  }
  return { low: low - middle, high: high - middle, lows, highs };
}

/** Returns the place of the next value that is not between two others. There are few, so all of its time is this loop's. */
function nextOutside(values: SampleArray, from: number, low: number, high: number): number {
  let i = from;
  while (i < values.length && values[i] > low && values[i] < high) i++;
  return i;
}

/** Returns the same for 16-bit integers, which are compared two at a time. @param pairs Two values each. */
function nextInPairs(
  values: SampleArray,
  pairs: Int32Array,
  from: number,
  [low, high]: readonly [number, number],
): number {
  // What is negative has the size −value − 1. All of smaller size lies between the bounds.
  const least = Math.min(high, -low - 1);
  if (least < 1) return nextOutside(values, from, low, high);
  const isOutside = (i: number) => values[i] <= low || values[i] >= high;
  let i = from;
  if (i % 2 === 1 && !isOutside(i)) i++;
  while (i < values.length && !isOutside(i) && !isOutside(i + 1)) i = 2 * nextLarge(pairs, (i >> 1) + 1, least);
  return i >= values.length || isOutside(i) ? i : i + 1;
}

/** Returns the place of the next pair of 16-bit integers of which one has at least a size. */
function nextLarge(pairs: Int32Array, from: number, least: number): number {
  // With this, a 16-bit size has its highest bit if it is not smaller.
  const complement = Math.imul(0x8000 - least, 0x10001);
  let p = from;
  while (p < pairs.length) {
    const signs = (pairs[p] >>> 15) & 0x10001;
    const sizes = pairs[p] ^ ((signs << 16) - signs);
    if (((sizes + complement) & 0x80008000) !== 0) break;
    p++;
  }
  return p;
}

/** Adds the samples at the limits, and returns how many values are near the limits, or have the next smaller magnitude: the larger number. */
function splitAt(
  values: SampleArray,
  { middle, least, most, close }: Readonly<Record<"middle" | "least" | "most" | "close", number>>,
  at: number[],
): number {
  let [near, next, nextCount] = [0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] - middle;
    if (value === most || value === least) {
      at.push(i >> 1);
      continue;
    }
    const size = Math.abs(value);
    if (size > close) near++;
    if (size === next) nextCount++;
    else if (size > next) [next, nextCount] = [size, 1];
  }
  return Math.max(near, nextCount);
}

/** Returns the power in each frame that the limit makes of signals, relative to theirs. @param clipping As `clippedSamples` returns it. */
export function distortionOf(
  { samples, remaining }: Pick<Clipping, "samples" | "remaining">,
  { length, hop }: Resolution,
  frames: number,
): Float32Array {
  const counts = new Float32Array(frames);
  for (const sample of samples) {
    const last = Math.min(frames - 1, Math.floor(sample / hop));
    for (let t = Math.max(0, Math.ceil((sample - length + 1) / hop)); t <= last; t++) counts[t]++;
  }
  // Each limited I and Q counts.
  return counts.map((count) => remaining * MADE * (count / (2 * length)) ** EXPONENT);
}

/**
 * Returns the largest mean ratio that a limit may have made of the strongest signal at that time, for each frame.
 *
 * @param lines Signals that were taken out of the grid.
 * @param distortion As `distortionOf` returns it.
 */
export function madeRatios(
  grid: RatioGrid,
  { regions, lines }: { regions: readonly CellRun[][]; lines: readonly Piece[] },
  distortion: Float32Array,
): Float32Array {
  const runs = regions.flat().sort((a, b) => a.frame - b.frame);
  const strongest = strongestOf(grid, runs, lines);
  return distortion.map((share, t) => SPREAD * share * strongest[t]);
}

/** Returns the strongest signal's mean ratio over a share of the band, for each frame. */
function strongestOf({ ratios, frames, bins }: RatioGrid, runs: readonly CellRun[], lines: readonly Piece[]) {
  const width = Math.max(1, Math.round(WIDTH * bins));
  const ofLine = (line: Piece) => line.energy / (line.stop - line.start) / width;
  const strongest = new Float32Array(frames).fill(Math.max(0, ...lines.map(ofLine)));
  const sums = new Float64Array(bins + 1);
  for (let i = 0; i < runs.length;) {
    const { frame } = runs[i];
    sums.fill(0);
    for (; i < runs.length && runs[i].frame === frame; i++) {
      for (let k = runs[i].low; k < runs[i].high; k++) sums[k + 1] = ratios[frame * bins + k];
    }
    for (let k = 0; k < bins; k++) sums[k + 1] += sums[k];
    for (let k = width; k <= bins; k++)
      strongest[frame] = Math.max(strongest[frame], (sums[k] - sums[k - width]) / width);
  }
  // A part of a signal may lie in a frame beside.
  return strongest.map((value, t) => Math.max(value, strongest[t - 1] ?? 0, strongest[t + 1] ?? 0));
}
