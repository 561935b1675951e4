import { mainBand, type Piece } from "./pieces/pieces.ts";
import type { RatioGrid } from "./regions.ts";

/** Least width in bins and least time in frames of a signal in which another one is looked for; most parts of its band, least bins of a part, and frames of a block. */
const [LEAST_BINS, LEAST_FRAMES, PARTS, PART_BINS, BLOCK] = [24, 96, 16, 3, 8];
/** Fewest blocks with the other signal, and without it; and the least power of both in a part of the band, relative to the first one's. */
const [LEAST_BLOCKS, RISE] = [5, 2.5];
/** Largest ratio of the power of all other parts with it and without it, and their least share of the parts. */
const [STEADY, OTHERS] = [1.25, 0.25];
/** Share of the blocks that lie on the right side of the middle between both powers. */
const RIGHT = 0.95;

/**
 * Tells whether a stronger signal lies within the band of a piece for a part of its time: some of the band has more power for one time, with steps at its
 * ends, and the rest of the band stays as it is. Tones of FSK take their power from others, and keyed signals and fades change everywhere.
 */
export function holdsAnother(grid: RatioGrid, piece: Piece): boolean {
  const [low, high] = mainBand(piece);
  const { start, stop } = piece;
  if (high - low < LEAST_BINS || stop - start < LEAST_FRAMES) return false;
  const count = Math.min(PARTS, Math.floor((high - low) / PART_BINS));
  const bounds = Array.from({ length: count + 1 }, (_, i) => low + Math.round((i * (high - low)) / count));
  const blocks = Math.floor((stop - start) / BLOCK);
  const parts = bounds.slice(1).map((end, i) => blockPowers(grid, start, blocks, [bounds[i], end]));
  const time = timeOfRise(parts);
  if (!time) return false;
  const rises = parts.map((power) => isStep(power, time));
  const [first, last] = [rises.indexOf(true), rises.lastIndexOf(true)];
  if (first < 0 || rises.slice(first, last + 1).includes(false)) return false;
  // The signal may reach into the parts beside those that it fills.
  const others = parts.filter((_, i) => i < first - 1 || i > last + 1);
  if (others.length < OTHERS * count) return false;
  const means = others.map((power) => meansOf(power, time));
  const [on, off] = [0, 1].map((i) => means.reduce((sum, mean) => sum + mean[i], 0));
  return Math.max(on, off) <= STEADY * Math.min(on, off);
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
  const limit = Math.sqrt(inside * outside);
  const right = power.filter((value, i) => value > limit === (i >= time[0] && i < time[1])).length;
  return right >= RIGHT * power.length;
}
