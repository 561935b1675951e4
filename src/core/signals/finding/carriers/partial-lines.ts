import { middleOf } from "../images.ts";
import { lineBands, linesIn, MAIN_LOBE, quartilesOf } from "../lines.ts";
import { type Piece, pieceOf } from "../pieces/pieces.ts";
import type { RatioGrid } from "../regions.ts";
import type { Resolution } from "../resolution.ts";
import { mixedDown } from "./subtraction.ts";

/** Least peak over the noise of a carrier that is on for a part of the frames: weaker ones have few side lobes, and a click hardly over the noise. */
const LEAST_PEAK = 1e6;
/** Frames in which such a carrier is looked for, and the rows of them that are tried first. */
const [FRAMES, ROWS] = [64, 5];
/** Largest distance of the same carrier at two times, bins. */
const SAME = 1;
/** Amplitude of a carrier that is off, relative to what it is when it is on, and blocks for which it is off at least: noise and bursts may cancel it for moments. */
const [OFF, OFF_BLOCKS] = [0.5, 8];

/** A carrier that is on in some frames. */
export interface PartialLine {
  /** Bin, possibly fractional. */
  place: number;
  /** Frames [from, to) in which it is on; it may be on before and after them. */
  frames: readonly [from: number, to: number];
  peak: number;
  /** What it was taken out of the grid as, if it is on in most frames. */
  line?: Piece;
}

/** Returns strong carriers that are on for some of the frames, the strongest first. @param grid Without lines. @param lines Those that were taken out of it. */
export function partialLines(grid: RatioGrid, lines: readonly Piece[]): PartialLine[] {
  const { ratios, frames, bins } = grid;
  const found: PartialLine[] = lines
    .filter((line) => line.peak >= LEAST_PEAK && (line.start > 0 || line.stop < frames))
    .map((line) => ({ place: middleOf(line), frames: [line.start, line.stop], peak: line.peak, line }));
  const known = grid.rows?.read ?? [0, frames];
  for (let from = 0; from + FRAMES <= frames; from += FRAMES) {
    // Noise alone is elsewhere.
    if (from < known[0] || from + FRAMES > known[1]) continue;
    const part = { ratios: ratios.subarray(from * bins, (from + FRAMES) * bins), frames: FRAMES, bins };
    if (part.ratios.length === 0 || !isEverStrong(part)) continue;
    for (const band of lineBands(quartilesOf(part), FRAMES)) {
      for (const line of linesIn(part, band)) {
        const place = middleOf(line);
        // At frequency 0 it is taken for the receiver's constant.
        if (line.peak < LEAST_PEAK || Math.abs(place - bins / 2) <= SAME) continue;
        const [before] = found.filter((one) => Math.abs(one.place - place) <= SAME && one.frames[1] === from);
        if (before) Object.assign(before, { frames: [before.frames[0], from + FRAMES] });
        else found.push({ place, frames: [from, from + FRAMES], peak: line.peak });
      }
    }
  }
  return found.sort((a, b) => b.peak - a.peak);
}

/** Tells whether a bin is strong in all of a few frames. */
function isEverStrong({ ratios, frames, bins }: RatioGrid): boolean {
  const rows = Array.from({ length: ROWS }, (_, i) => Math.floor(((i + 0.5) * frames) / ROWS) * bins);
  for (let k = 0; k < bins; k++) if (rows.every((row) => ratios[row + k] >= LEAST_PEAK)) return true;
  return false;
}

/**
 * Returns the samples [first, end) in which a carrier is on.
 *
 * @param samples Complex samples, interleaved.
 */
export function timeOn(
  samples: Float32Array,
  { place, frames: [from, to] }: Pick<PartialLine, "place" | "frames">,
  { length, hop }: Resolution,
): [first: number, end: number] {
  const weights = new Float64Array(hop).fill(1 / hop);
  const means = mixedDown(samples, (place - length / 2) / length, { step: hop, weights });
  const sizes = Float64Array.from({ length: means.length / 2 }, (_, b) => Math.hypot(means[2 * b], means[2 * b + 1]));
  const level = sizes.slice(from, to).sort()[(to - from) >> 1];
  const isOn = (b: number) => sizes[b] >= OFF * level;
  /** The last block in one direction that is on before the carrier is off for some time. */
  const lastOn = (start: number, step: -1 | 1) => {
    let last = start;
    for (let b = start; b >= 0 && b < sizes.length && Math.abs(b - last) < OFF_BLOCKS; b += step) if (isOn(b)) last = b;
    return last;
  };
  const middle = (from + to) >> 1;
  const [low, high] = [lastOn(middle, -1), lastOn(middle, 1)];
  const count = samples.length / 2;
  const first = low < OFF_BLOCKS ? 0 : edgeIn(samples, level, [(low - 1) * hop, (low + 1) * hop]);
  const isOpen = high >= sizes.length - OFF_BLOCKS;
  const end = isOpen ? count : edgeIn(samples, -level, [high * hop, Math.min(count, (high + 2) * hop)]);
  return [first, end];
}

/** Returns the sample between [from, to) from which on samples are nearest to an amplitude, and nearest to 0 before; or the other way, where it is negative. */
function edgeIn(samples: Float32Array, level: number, [from, to]: readonly [number, number]): number {
  let [sum, most, edge] = [0, 0, from];
  for (let n = from; n < to; n++) {
    // |x|² − (|x| − level)², less what it is in the middle between both.
    sum += Math.sign(level) * (Math.abs(level) / 2 - Math.hypot(samples[2 * n], samples[2 * n + 1]));
    if (sum > most) [most, edge] = [sum, n + 1];
  }
  return edge;
}

/** Returns the cells of a carrier's main lobe while it is on. @param during Its samples. */
export function pieceDuring(
  grid: RatioGrid,
  place: number,
  [first, end]: readonly [number, number],
  { length, hop }: Resolution,
): Piece {
  const bin = Math.round(place);
  const [low, high] = [Math.max(0, bin - MAIN_LOBE), Math.min(grid.bins, bin + MAIN_LOBE + 1)];
  const from = Math.max(0, Math.ceil((first - length) / hop));
  const to = Math.min(grid.frames, Math.floor(end / hop) + 1);
  return pieceOf(
    grid,
    Array.from({ length: to - from }, (_, i) => ({ frame: from + i, low, high, short: true, long: true })),
  );
}
