import { type LineBand, lineBands, linesIn, QUARTILE_FRAMES, quartilesOf } from "./lines.ts";
import { type NoiseFloor, rangeOfGain } from "./noise-floor.ts";
import type { Piece } from "./pieces/pieces.ts";
import { valueOfRank } from "./ranks.ts";
import type { RatioGrid } from "./regions.ts";

/** Largest gain of quiet frames, relative to the lower quartile of all gains; and fewest frames in a row between quiet ones in which signals raise it. */
const [QUIET, LOUD_FRAMES] = [3, 16];
/** Power in a line's band, relative to the line's, from which on another signal covers it. */
const COVERED = 4;
/** Share of its energy that a part of a line has in the line's band: noise beside it adds some. */
const OWN_SHARE = 0.8;

/** A line that stronger signals cover for some of the time. It stays in its grid. */
export interface StandingLine {
  /** It is on in all frames, with its own power. */
  piece: Piece;
  /** The frames [from, to) of the longest time in which nothing covers it. */
  clear: readonly [from: number, to: number];
  /** Whether it is a stronger line, which appears at the other end of the band, too. */
  isAgain: boolean;
  /** Tells whether another piece is what the line shows between the signals that cover it. */
  shows(piece: Piece): boolean;
}

/**
 * Returns the lines that are steady only in quiet frames: strong keyed signals raise the noise of the whole band while they are on, and cover weak
 * carriers.
 *
 * @param grid Without other lines.
 */
export function standingLines(grid: RatioGrid, { gain }: NoiseFloor): StandingLine[] {
  // Then all frames are quiet.
  if (rangeOfGain(gain) <= QUIET) return [];
  const noise = valueOfRank(gain.slice(), gain.length >> 2);
  const quiet = Array.from(gain.keys()).filter((t) => gain[t] <= QUIET * noise);
  // Noise that is louder before and after a signal covers nothing.
  if (!(noise > 0) || !quiet.some((t, i) => t - quiet[i - 1] > LOUD_FRAMES)) return [];
  const rows = rowsOf(grid, quiet);
  const { lower, upper } = quartilesOf(rows);
  const gains = gain.map((value) => value / noise);
  const bands = lineBands({ lower, upper }, rows.frames, { zero: grid.zero });
  return bands.map(([low, high, beyond]) => ({
    ...standingLine(grid, { band: [low, high], levels: lower.subarray(low, high), gains }),
    isAgain: beyond !== undefined,
  }));
}

/** Returns a grid of some frames. */
function rowsOf({ ratios, bins }: RatioGrid, frames: readonly number[]): RatioGrid {
  const step = Math.max(1, Math.floor(frames.length / QUARTILE_FRAMES));
  const count = Math.floor(frames.length / step);
  const rows = new Float32Array(count * bins);
  for (let i = 0; i < count; i++) {
    const t = frames[i * step];
    rows.set(ratios.subarray(t * bins, (t + 1) * bins), i * bins);
  }
  return { ratios: rows, frames: count, bins };
}

/** @param levels Power of each bin of the line over the noise of quiet frames. @param gains Of all frames, relative to that noise. */
function standingLine(
  { ratios, frames, bins }: RatioGrid,
  { band: [low, high], levels, gains }: { band: LineBand; levels: Float64Array; gains: Float64Array },
): Omit<StandingLine, "isAgain"> {
  const width = high - low;
  const level = levels.reduce((most, value) => Math.max(most, value), 0);
  const own = new Float32Array(frames * width);
  let [from, to, begin] = [0, 0, 0];
  for (let t = 0; t < frames; t++) {
    let most = 0;
    for (let k = 0; k < width; k++) {
      own[t * width + k] = levels[k] / gains[t];
      most = Math.max(most, ratios[t * bins + low + k] * gains[t]);
    }
    if (gains[t] > QUIET || most > COVERED * level) begin = t + 1;
    else if (t + 1 - begin > to - from) [from, to] = [begin, t + 1];
  }
  const [line] = linesIn({ ratios: own, frames, bins: width }, [0, width]);
  const runs = line.runs.map((run) => ({ ...run, low: run.low + low, high: run.high + low }));
  return {
    piece: { ...line, runs, lowBin: line.lowBin + low, highBin: line.highBin + low },
    clear: [from, to],
    shows(other) {
      const inside = other.spectrum.subarray(Math.max(0, low - other.lowBin), Math.max(0, high - other.lowBin));
      if (inside.reduce((sum, value) => sum + value, 0) < OWN_SHARE * other.energy) return false;
      const during = gains.subarray(other.start, other.stop);
      return other.peak * during.reduce((sum, value) => sum + value, 0) <= COVERED * level * during.length;
    },
  };
}
