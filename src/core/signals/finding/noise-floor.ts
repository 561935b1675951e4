import { gammaProbability, gammaQuantile } from "./gamma.ts";
import { RowOrders, SlidingOrder, valueOfRank } from "./ranks.ts";
import { independentCells, type Resolution } from "./resolution.ts";

/** How the mean of noise is estimated from values of which some hold signals. */
export const NOISE_MEAN = {
  /** Share of the values that are noise at least. */
  leastShare: 0.15,
  /** Values above this multiple of the noise are taken for signals. */
  outlier: 1.8,
  /** Quantile of the other values that gives the noise: below the median, because some of them hold weak signals. */
  quantile: 0.35,
  /** Steps in which the estimate excludes outliers. */
  steps: 10,
};
const { leastShare: LEAST_SHARE, outlier: OUTLIER, quantile: QUANTILE, steps: STEPS } = NOISE_MEAN;

/**
 * Returns the mean of noise from values of which each is a mean of `shape` independent exponential variables. Some may hold
 * signals. It is a low quantile of the values that are no outliers, corrected for its bias. At least 15 % must be noise.
 *
 * @param values Sorted in place; at least one.
 */
export function noiseMean(values: Float64Array, shape: number): number {
  return noiseMeanOf(values.sort(), shape);
}

/** The same of values in rising order. */
function noiseMeanOf(values: Float64Array, shape: number): number {
  const { least, low } = correctionOf(shape);
  let mean = values[Math.floor(LEAST_SHARE * (values.length - 1))] / least;
  for (let step = 0; step < STEPS; step++) {
    const place = QUANTILE * Math.max(0, countBelow(values, OUTLIER * mean) - 1);
    const [below, above] = [values[Math.floor(place)], values[Math.ceil(place)]];
    const before = mean;
    mean = (below + (place % 1) * (above - below)) / low;
    if (mean === before) break;
  }
  return mean;
}

function countBelow(values: Float64Array, limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Correction {
  least: number;
  low: number;
}

const corrections = new Map<number, Correction>();

/** The quantile of the least share, and the quantile of the values below the outliers' limit, of a gamma variable of mean 1. */
export function correctionOf(shape: number): Correction {
  const known = corrections.get(shape);
  if (known) return known;
  const share = gammaProbability(shape, OUTLIER * shape);
  const made = { least: gammaQuantile(shape, LEAST_SHARE), low: gammaQuantile(shape, QUANTILE * share) };
  corrections.set(shape, made);
  return made;
}

/** The noise density of a grid of spectra: N₀(t, k) = gain[t]·shape[k]. */
export interface NoiseFloor {
  /** Per frame, about 1. */
  gain: Float64Array;
  /** Per bin, power per Hz. */
  shape: Float64Array;
  /** The least noise, power per Hz: weaker noise is not seen. */
  least: number;
}

/** How the floor is estimated from frames and bins. */
export const FLOOR = {
  /** Groups of neighbouring bins of which each gives one value of a frame's gain. */
  groups: 128,
  /** Frames over which a frame's gain is the median of such values, on each side. Shorter bursts over the whole band do not raise it. */
  gainReach: 12,
  /** The same for fewer bins than `manyBins`, times the bins: a frame with few bins tells little of its noise. This is 3072 samples on each side. */
  manyBins: 256,
  gainReachBins: 12_288,
  /** Frames and bins that give one value of a bin's noise. */
  shapeFrames: 16,
  shapeBins: 3,
  /** Bins over which the shape is the median, on each side. */
  shapeReach: 4,
  /** Share of the band, on each side of a bin, from which its noise cannot differ by more than a factor. */
  slowShare: 1 / 8,
  slowFactor: 1.8,
  /** Quantile of the neighbourhood that counts as noise. */
  slowQuantile: 0.25,
  /** Low quantile of the band's noise, and the largest ratio of the noise anywhere to it: a receiver's filter is that flat. */
  lowQuantile: 0.08,
  widestRatio: 3,
  /** Parts of the band at each end that show whether it is flat; their largest ratio; and the least ratio of the middle to them. */
  endParts: [
    [0.015, 0.03],
    [0.035, 0.05],
  ],
  endRatio: 1.6,
  middleRatio: 4,
  /** Share of the band at each end in which receivers attenuate; it says nothing about the noise elsewhere. */
  rollOff: 0.08,
  /** Passes over the gain and the shape, which depend on each other. */
  passes: 3,
  /**
   * Least noise, relative to the strongest group of bins: −105 dB. A tone's group lies 10 dB below its bin, so this is −115 dB of a tone.
   * Rounding to float32 makes less than −130 dB, and to 16 bits −129 dB. A recording without noise would otherwise show them as signals.
   */
  leastNoise: 10 ** -10.5,
} as const;
const { shapeFrames: SHAPE_FRAMES, shapeBins: SHAPE_BINS, shapeReach: SHAPE_REACH } = FLOOR;

/** Frames on each side over which a frame's gain is a median. */
export const gainReachOf = (bins: number) => (bins < FLOOR.manyBins ? FLOOR.gainReachBins / bins : FLOOR.gainReach);

/** Bins per group of a frame. */
export const binsPerGroup = (bins: number) => Math.max(1, bins / FLOOR.groups);

/** Bins by which a neighbourhood reaches to each side, and those between the ends of the band in which receivers attenuate. */
export const neighbourhoodOf = (bins: number) => ({
  reach: Math.ceil(FLOOR.slowShare * bins),
  from: Math.floor(FLOOR.rollOff * bins),
  to: Math.ceil((1 - FLOOR.rollOff) * bins),
});

/** Bins [low, high) from each end of the band: its outer and its inner part. */
export const endPartsOf = (bins: number) =>
  FLOOR.endParts.map(([from, to]) => {
    const low = Math.round(from * bins);
    return [low, Math.max(low + 1, Math.round(to * bins))] as const;
  });

/** Bins at each end of the band that its low quantile leaves out. */
export const endBins = (bins: number) => Math.floor(FLOOR.endParts[0][1] * bins);

/**
 * Estimates the noise floor. The gain follows steps from frame to frame. The shape follows the receiver's filter. Signals that
 * occupy most of the time, or most of the band, do not raise it; 15 % of the band must be free.
 *
 * @param powers [frame][bin], at least one frame.
 */
export function noiseFloorOf(powers: Float32Array, resolution: Resolution): NoiseFloor {
  const sums = powerSumsOf(powers, resolution);
  const least = raised(sums);
  let shape = new Float64Array(resolution.length).fill(1);
  let gain = new Float64Array(0);
  // From pass to pass, the gain and the shape change little.
  const { frames, groups, blocks } = sums;
  const frameOrders = new RowOrders(frames, groups.length / frames);
  const binOrders = new RowOrders(shape.length, blocks.length / shape.length);
  for (let pass = 0; pass < FLOOR.passes; pass++) {
    gain = gainsOf(sums, shape, { resolution, orders: frameOrders });
    if (pass === 0) gain = normalized(gain);
    shape = slowly(shapeOf(sums, gain, { resolution, orders: binOrders }));
  }
  return { gain: gainsOf(sums, shape, { resolution, orders: frameOrders }), shape, least };
}

/** Mean powers of groups of bins, and of blocks of frames. */
interface PowerSums {
  frames: number;
  /** [frame][group], and bins per group. */
  groups: Float64Array;
  group: number;
  /** [block][bin], and frames per block. */
  blocks: Float64Array;
  block: number;
}

function powerSumsOf(powers: Float32Array, { length: bins }: Resolution): PowerSums {
  const frames = powers.length / bins;
  const group = binsPerGroup(bins);
  const block = Math.min(SHAPE_FRAMES, frames);
  const groups = new Float64Array((frames * bins) / group);
  const blocks = new Float64Array(Math.floor(frames / block) * bins);
  for (let i = 0, at = 0; i < groups.length; i++) {
    let sum = 0;
    for (const end = at + group; at < end; at++) sum += powers[at];
    groups[i] = sum / group;
  }
  for (let b = 0, at = 0; b < blocks.length; b += bins) {
    for (let t = 0; t < block; t++) for (let k = b; k < b + bins; k++, at++) blocks[k] += powers[at];
    for (let k = b; k < b + bins; k++) blocks[k] /= block;
  }
  return { frames, groups, group, blocks, block };
}

/** Raises the sums to the least noise, in place, and returns it. */
function raised({ groups, blocks }: PowerSums): number {
  const least = FLOOR.leastNoise * groups.reduce((most, value) => Math.max(most, value), 0);
  for (let i = 0; i < groups.length; i++) groups[i] = Math.max(groups[i], least);
  for (let i = 0; i < blocks.length; i++) blocks[i] = Math.max(blocks[i], least);
  return least;
}

/** Returns gains over their median, so that the shape holds the level. */
function normalized(gain: Float64Array): Float64Array<ArrayBuffer> {
  const middle = medianOf(gain);
  return gain.map((value) => (middle > 0 ? value / middle : 1));
}

const medianOf = (values: Float64Array) => valueOfRank(values.slice(), values.length >> 1);
const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

interface Sorting {
  resolution: Resolution;
  /** Of the frames, or of the bins. */
  orders: RowOrders;
}

/** Returns the gain of each frame of a floor as a median over few frames only. */
export function quickGains(powers: Float32Array, { shape }: NoiseFloor, resolution: Resolution) {
  const sums = powerSumsOf(powers, resolution);
  raised(sums);
  const orders = new RowOrders(sums.frames, sums.groups.length / sums.frames);
  return gainsOf(sums, shape, { resolution, orders }, FLOOR.gainReach);
}

function gainsOf(
  { frames, groups, group }: PowerSums,
  shape: Float64Array,
  { resolution, orders }: Sorting,
  reach = gainReachOf(shape.length),
) {
  const count = shape.length / group;
  const cells = independentCells(resolution, 1, group);
  const levels = Float64Array.from({ length: count }, (_, i) => meanOf(shape.subarray(i * group, (i + 1) * group)));
  const [values, sorted, raw] = [count, count, frames].map((length) => new Float64Array(length));
  for (let t = 0; t < frames; t++) {
    for (let i = 0; i < count; i++) values[i] = levels[i] > 0 ? groups[t * count + i] / levels[i] : 0;
    orders.sort(t, values, sorted);
    raw[t] = noiseMeanOf(sorted, cells);
  }
  return runningMedian(raw, reach);
}

/** Medians over 2·reach + 1 values, fewer at the ends. */
export function runningMedian(values: Float64Array, reach: number): Float64Array<ArrayBuffer> {
  const near = new SlidingOrder(2 * reach + 1);
  const end = values.length;
  for (let i = 0; i < Math.min(reach, end); i++) near.add(values[i]);
  return Float64Array.from(values, (_, i) => {
    if (i > reach) near.remove(values[i - reach - 1]);
    if (i + reach < end) near.add(values[i + reach]);
    return near.at(near.length >> 1);
  });
}

function shapeOf({ blocks, block }: PowerSums, gain: Float64Array, { resolution, orders }: Sorting) {
  const bins = resolution.length;
  const count = blocks.length / bins;
  const cells = independentCells(resolution, block, SHAPE_BINS);
  const gains = Float64Array.from({ length: count }, (_, b) => meanOf(gain.subarray(b * block, (b + 1) * block)));
  const [values, sorted, raw] = [count, count, bins].map((length) => new Float64Array(length));
  for (let k = 0; k < bins; k++) {
    const middle = Math.min(bins - 2, Math.max(1, k));
    for (let b = 0; b < count; b++) {
      const at = b * bins + middle;
      values[b] = gains[b] > 0 ? (blocks[at - 1] + blocks[at] + blocks[at + 1]) / SHAPE_BINS / gains[b] : 0;
    }
    orders.sort(k, values, sorted);
    raw[k] = noiseMeanOf(sorted, cells);
  }
  return runningMedian(raw, SHAPE_REACH);
}

/** Replaces the noise of bins that a signal occupies all the time by the noise of their neighbourhood, or at the ends of the band. */
export function slowly(shape: Float64Array<ArrayBuffer>) {
  const bins = shape.length;
  const { from, to, reach } = neighbourhoodOf(bins);
  const inner = shape.slice(endBins(bins), bins - endBins(bins)).sort();
  const widest = FLOOR.widestRatio * inner[Math.floor(FLOOR.lowQuantile * (inner.length - 1))];
  const most = Math.min(levelOfEnds(shape), widest);
  const near = new SlidingOrder(2 * reach + 1);
  let [low, high] = [from, from];
  return shape.map((value, k) => {
    const [first, end] = [Math.max(from, k - reach), Math.max(from + reach, Math.min(to, k + reach + 1))];
    while (low < first) near.remove(shape[low++]);
    while (high < end) near.add(shape[high++]);
    const noise = Math.min(most, near.at(Math.floor(FLOOR.slowQuantile * (near.length - 1))));
    return value > FLOOR.slowFactor * noise ? noise : value;
  });
}

/**
 * Returns the noise at the ends of the band, if a signal seems to occupy all between: both ends are flat, equal, and far below the middle.
 * The ends of a receiver's filter are not flat. Otherwise returns Infinity.
 */
function levelOfEnds(shape: Float64Array): number {
  const bins = shape.length;
  const levels = endPartsOf(bins).flatMap(([low, high]) => [
    meanOf(shape.subarray(low, high)),
    meanOf(shape.subarray(bins - high, bins - low)),
  ]);
  const least = Math.min(...levels);
  const isFlat = Math.max(...levels) < FLOOR.endRatio * least;
  return isFlat && medianOf(shape) > FLOOR.middleRatio * least ? meanOf(Float64Array.from(levels)) : Infinity;
}

/** Frames on each side of a step, and its least size as a ratio: 1 dB. */
const [STEP_REACH, STEP_RATIO] = [8, 1.26];

/** Fewest frames in which a step can be told from a signal. */
const LEAST_STEP_FRAMES = 64;
/** Largest estimate of the noise, relative to the least noise, where there is none: equal values look stronger than noise of their mean. */
export const UNSEEN = 1.5;
/** Share of the frames that show no noise, from which on a gain seen in others is no noise, but a signal that leaks into the whole band. */
const SILENCE = 0.1;

/** Returns the largest gain of frames that show no noise. */
export const unseenGain = ({ shape, least }: NoiseFloor) => (UNSEEN * least) / medianOf(shape);

/** Returns the largest gain over the smallest one. Most parts have nearly the same noise all the time, and no need to sort their gains. */
export function rangeOfGain(gain: Float64Array): number {
  let [least, most] = [Infinity, 0];
  for (let t = 0; t < gain.length; t++) {
    if (gain[t] < least) least = gain[t];
    if (gain[t] > most) most = gain[t];
  }
  return most / least;
}

/** Returns the frames at which the noise's gain steps. */
export function gainSteps(floor: NoiseFloor): number[] {
  const { gain } = floor;
  if (gain.length < LEAST_STEP_FRAMES || rangeOfGain(gain) < STEP_RATIO) return [];
  const unseen = unseenGain(floor);
  if (gain.filter((value) => value <= unseen).length >= SILENCE * gain.length) return [];
  const sizes = gain.map((_, t) => {
    if (t < STEP_REACH || t + STEP_REACH > gain.length) return 0;
    const [before, after] = [gain.slice(t - STEP_REACH, t), gain.slice(t, t + STEP_REACH)].map(medianOf);
    return Math.min(before, after) > unseen ? Math.abs(Math.log(after / before)) : 0;
  });
  return Array.from(sizes.keys()).filter((t) => {
    if (sizes[t] < Math.log(STEP_RATIO)) return false;
    const near = sizes.subarray(Math.max(0, t - STEP_REACH), t + STEP_REACH + 1);
    return near.indexOf(Math.max(...near)) === Math.min(t, STEP_REACH);
  });
}
