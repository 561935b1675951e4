import { INDEPENDENT_CELLS } from "../pieces/piece-overlap.ts";
import { mainBand, type Piece } from "../pieces/pieces.ts";
import type { RatioGrid } from "../regions.ts";

/** Least width in bins and least time in frames of a signal in which another one is looked for; most parts of its band, least bins of a part, and frames of a block. */
const [LEAST_BINS, LEAST_FRAMES, PARTS, PART_BINS, BLOCK] = [24, 96, 16, 3, 8];
/** Fewest blocks with the other signal, and without it; and the least power of both in a part of the band, relative to the first one's. */
const [LEAST_BLOCKS, RISE] = [5, 1.4];
/** A smaller rise than this is compared in means of some blocks, and needs as many standard deviations of what the blocks vary by. */
const [CLEAR_RISE, MEAN_BLOCKS, DEVIATIONS] = [2.5, 4, 8];
/** Largest ratio of the power of all other parts with it and without it, and their least share of the parts. */
const [STEADY, OTHERS] = [1.25, 0.25];
/** Power that is missing elsewhere, relative to what the risen parts gained, from which on a signal has moved; and least fall of a part, relative to the mean power of a part, that counts. */
const [MOVED, LEAST_FALL] = [0.5, 0.1];
/** Share of the blocks that lie on the right side of the middle between both powers. */
const RIGHT = 0.95;

/** A signal within the band of another one. */
export interface SignalWithin {
  /** Frames [from, to). */
  time: Range;
  /** Bins [low, high). */
  band: Range;
  /** Mean power of a cell of the band over the noise, before or after it, and with it, with the noise's gain. */
  without: number;
  with: number;
  /** Standard deviation of the power without it, relative to that. */
  sd: number;
}

/**
 * Returns the signal that lies within the band of a piece for a part of its time: some of the band has more power for one time, with steps at its
 * ends, and the rest of the band stays as it is. Tones of FSK take their power from others, and keyed signals and fades change everywhere.
 */
export function signalWithin(grid: RatioGrid, piece: Piece): SignalWithin | undefined {
  const [low, high] = mainBand(piece);
  const { start, stop } = piece;
  if (high - low < LEAST_BINS || stop - start < LEAST_FRAMES) return undefined;
  const count = Math.min(PARTS, Math.floor((high - low) / PART_BINS));
  const bounds = Array.from({ length: count + 1 }, (_, i) => low + Math.round((i * (high - low)) / count));
  const blocks = Math.floor((stop - start) / BLOCK);
  const parts = bounds.slice(1).map((end, i) => blockPowers(grid, start, blocks, [bounds[i], end]));
  const time = timeOfRise(parts);
  if (!time) return undefined;
  const rises = parts.map((power) => isStep(power, time));
  const [first, last] = [rises.indexOf(true), rises.lastIndexOf(true)];
  if (first < 0 || rises.slice(first, last + 1).includes(false)) return undefined;
  // The signal may reach into the parts beside those that it fills.
  const others = parts.filter((_, i) => i < first - 1 || i > last + 1);
  if (others.length < OTHERS * count) return undefined;
  const means = others.map((power) => meansOf(power, time));
  const [on, off] = [0, 1].map((i) => means.reduce((sum, mean) => sum + mean[i], 0));
  if (Math.max(on, off) > STEADY * Math.min(on, off)) return undefined;
  if (isMoved(parts, rises, time)) return undefined;
  return placed(grid, piece, time, [bounds[Math.max(0, first - 1)], bounds[Math.min(count, last + 2)]]);
}

/** Tells whether the power of the risen parts comes from others: a carrier that drifts leaves its place. */
function isMoved(parts: readonly Float64Array[], rises: readonly boolean[], time: Range): boolean {
  const changes = parts.map((power) => meansOf(power, time));
  const least = (LEAST_FALL * changes.reduce((sum, [, outside]) => sum + outside, 0)) / parts.length;
  const gained = changes.reduce((sum, [inside, outside], i) => sum + (rises[i] ? inside - outside : 0), 0);
  const lost = changes.reduce((sum, [inside, outside]) => sum + (outside - inside > least ? outside - inside : 0), 0);
  return lost > MOVED * gained;
}

/** Least rise of a bin of the signal within, relative to the largest one, and in standard deviations; and independent powers of a cell. */
const [LEAST_BIN, BIN_DEVIATIONS] = [0.1, 3];

/** Returns the place of a signal that lies in some blocks of a piece, and within some bins. */
function placed(grid: RatioGrid, { start, stop }: Piece, [from, to]: Range, [low, high]: Range): SignalWithin {
  const blocks = Math.floor((stop - start) / BLOCK);
  const time = [start + from * BLOCK, to === blocks ? stop : start + to * BLOCK] as const;
  const frames = time[1] - time[0];
  const means = Array.from({ length: high - low }, (_, k) => {
    const bin = [low + k, low + k + 1] as const;
    const inside = meanPower(grid, time, bin);
    const outside = (meanPower(grid, [start, stop], bin) * (stop - start) - inside * frames) / (stop - start - frames);
    return { rise: inside - outside, outside };
  });
  const most = means.reduce((most, { rise }) => Math.max(most, rise), 0);
  const doubt = BIN_DEVIATIONS / Math.sqrt(INDEPENDENT_CELLS * Math.min(frames, stop - start - frames));
  const isIn = ({ rise, outside }: (typeof means)[number]) =>
    rise > Math.max(LEAST_BIN * most, doubt * (1 + Math.max(0, outside)));
  const [first, last] = [means.findIndex(isIn), means.findLastIndex(isIn)];
  const band = first < 0 ? ([low, high] as const) : ([low + first, low + last + 1] as const);
  const own = means.slice(band[0] - low, band[1] - low);
  const without = own.reduce((sum, { outside }) => sum + outside, 0) / own.length;
  const sd = 1 / Math.sqrt(INDEPENDENT_CELLS * (stop - start - frames) * own.length);
  const powers = { without: Math.max(0, without), with: meanPower(grid, time, band), sd };
  return { time: withEdges(grid, { time, band, ...powers }, [start, stop]), band, ...powers };
}

/** Returns the time from the frame on, and up to the frame, near the bounds of its blocks, between which most power exceeds the middle of both. */
function withEdges(grid: RatioGrid, { time: [from, to], band, ...powers }: SignalWithin, [start, stop]: Range): Range {
  const limit = (powers.without + powers.with) / 2;
  const edge = (at: number, direction: 1 | -1) => {
    let [sum, most, best] = [0, -Infinity, at];
    // From within the signal outwards.
    for (let i = 0; i < 2 * BLOCK; i++) {
      const t = at - direction * (i - BLOCK) - (direction === 1 ? 1 : 0);
      if (t < start || t >= stop) break;
      sum += meanPower(grid, [t, t + 1], band) - limit;
      if (sum > most) [most, best] = [sum, direction === 1 ? t : t + 1];
    }
    return best;
  };
  return [from === start ? from : edge(from, 1), to === stop ? to : edge(to, -1)];
}

/** Returns the mean power over the noise, with the noise's gain. */
function meanPower({ ratios, bins, gain }: RatioGrid, [from, to]: Range, [low, high]: Range): number {
  let sum = 0;
  for (let t = from; t < to; t++) {
    let row = 0;
    for (let k = low; k < high; k++) row += ratios[t * bins + k] - 1;
    sum += row * (gain?.[t] ?? 1);
  }
  return sum / ((to - from) * (high - low));
}

type Range = readonly [from: number, to: number];

/** Returns the power over the noise of bins [low, high) in blocks of frames, with the noise's gain. */
function blockPowers({ ratios, bins, gain }: RatioGrid, start: number, blocks: number, [low, high]: Range) {
  const power = new Float64Array(blocks);
  for (let i = 0; i < blocks * BLOCK; i++) {
    const row = (start + i) * bins;
    let sum = 0;
    for (let at = row + low; at < row + high; at++) sum += ratios[at];
    power[Math.floor(i / BLOCK)] += (sum - (high - low)) * (gain?.[start + i] ?? 1);
  }
  return power;
}

/** Returns the means of the values [from, to), and of the others. */
function meansOf(values: Float64Array, [from, to]: Range): [inside: number, outside: number] {
  let [inside, all] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    all += values[i];
    if (i >= from && i < to) inside += values[i];
  }
  return [inside / (to - from), (all - inside) / (values.length - to + from)];
}

/** Returns the blocks in which the logarithm of some part's power exceeds the rest most, relative to what chance makes. */
function timeOfRise(parts: readonly Float64Array[]): Range | undefined {
  let [best, time]: [number, Range | undefined] = [0, undefined];
  for (const power of parts) {
    const sums = sumsOverMean(power);
    const blocks = power.length;
    const range =
      sums.reduce((most, sum) => Math.max(most, sum), 0) - sums.reduce((least, sum) => Math.min(least, sum), 0);
    for (let on = LEAST_BLOCKS; on <= blocks - LEAST_BLOCKS; on++) {
      // The difference of the two means, squared, over its variance by chance, which depends on the number of blocks only.
      const scale = 1 / (on * (blocks - on));
      if (range * range * scale <= best) continue;
      let [most, start] = [0, 0];
      for (let from = 0; from + on <= blocks; from++) {
        const excess = sums[from + on] - sums[from];
        if (excess > most) [most, start] = [excess, from];
      }
      if (most * most * scale > best) [best, time] = [most * most * scale, [start, start + on]];
    }
  }
  return time;
}

/** Returns the sums of the first values' logarithms, less as many means of all of them. */
function sumsOverMean(power: Float64Array): Float64Array {
  const logs = power.map((value) => Math.log(Math.max(1, value)));
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
  const sums = new Float64Array(power.length + 1);
  for (let i = 0; i < power.length; i++) sums[i + 1] = sums[i] + logs[i] - mean;
  return sums;
}

/** Tells whether a power is larger in a time than in the rest, and steps at its ends. */
function isStep(power: Float64Array, time: Range): boolean {
  const [inside, outside] = meansOf(power, time);
  if (!(outside > 0 && inside >= RISE * outside)) return false;
  const isClear = inside >= CLEAR_RISE * outside;
  if (!isClear && deviationsOf(power, time) < DEVIATIONS) return false;
  const limit = Math.sqrt(inside * outside);
  const isInside = (i: number) => i >= time[0] && i < time[1];
  const values = isClear ? power : meansAround(power, isInside);
  const right = values.filter((value, i) => value > limit === isInside(i)).length;
  return right >= RIGHT * power.length;
}

/** Returns how far the means of the logarithms within a time and outside lie apart, in standard deviations of what the values vary by in both. */
function deviationsOf(power: Float64Array, time: Range): number {
  const logs = power.map((value) => Math.log(Math.max(1, value)));
  const [inside, outside] = meansOf(logs, time);
  const mean = (i: number) => (i >= time[0] && i < time[1] ? inside : outside);
  const variance = logs.reduce((sum, value, i) => sum + (value - mean(i)) ** 2, 0) / (logs.length - 2);
  const on = time[1] - time[0];
  return (inside - outside) / Math.sqrt(variance * (1 / on + 1 / (logs.length - on)));
}

/** Returns the mean of each value and of those beside it that are inside as it is, or outside. */
const meansAround = (power: Float64Array, isInside: (i: number) => boolean) =>
  power.map((_, i) => {
    let [sum, count] = [0, 0];
    for (let j = Math.max(0, i - MEAN_BLOCKS / 2); j <= Math.min(power.length - 1, i + MEAN_BLOCKS / 2); j++) {
      if (isInside(j) !== isInside(i)) continue;
      sum += power[j];
      count++;
    }
    return sum / count;
  });
