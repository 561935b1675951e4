import type { LineBand, Quartiles } from "../lines.ts";
import type { NoiseFloor } from "../noise-floor.ts";
import { isNeverLoud } from "../quiet-noise.ts";
import type { GridRows } from "../regions.ts";
import type { Resolution } from "../resolution.ts";
import type { Activity } from "./active-cells.ts";

/** What is known of a grid before its cells are read. */
export interface KnownGrid {
  resolution: Resolution;
  frames: number;
  bands: readonly LineBand[];
  quartiles: Quartiles;
  /** Undefined where regions of the grid do not count. */
  activity?: Activity;
}

/** Long frames beyond the blocks of signals that are read: regions of noise around them are far shorter. */
const BEYOND = 48;
/** Frames at each end of the read ones that no region reaches: the search looks less far beyond a region. */
const AROUND = 16;
/** The first frame that is read is a multiple of this, so that offsets are whole pairs of words. */
const STEP = 16;
/** Least lower quartile of the powers at frequency 0 that may be a weak constant. Noise has 0.29 at most, and a constant that counts has 0.65 at least. */
const CONSTANT = 0.5;

/**
 * Returns the rows of the long and the short grid that a search needs: the time of the signals, with frames before and after it. Undefined where it
 * needs all of them: lines and constants are on all the time, and the frames of louder noise are compared with quiet ones.
 */
export function rowsRead(grids: readonly KnownGrid[], { gain }: Pick<NoiseFloor, "gain">): GridRows[] | undefined {
  if (grids.some((grid) => grid.bands.length > 0 || mayHoldConstant(grid)) || !isNeverLoud(gain)) return undefined;
  const [long, short] = grids;
  const hops = short ? long.resolution.hop / short.resolution.hop : 1;
  const overlapping = long.resolution.length / long.resolution.hop;
  const [firsts, ends]: [number[], number[]] = [[], []];
  for (const { activity, resolution } of grids) {
    if (!activity?.during) continue;
    const ratio = long.resolution.hop / resolution.hop;
    firsts.push(Math.floor(activity.during[0] / ratio) - overlapping);
    ends.push(Math.ceil(activity.during[1] / ratio));
  }
  if (firsts.length === 0) return undefined;
  const from = Math.max(0, STEP * Math.floor((Math.min(...firsts) - BEYOND) / STEP));
  const to = Math.min(long.frames, Math.max(...ends) + BEYOND);
  const rows = [rowsOf(long.frames, from, to)];
  // The last long transform holds short ones up to its end.
  if (short) rows.push(rowsOf(short.frames, hops * from, to === long.frames ? Infinity : hops * (to + overlapping)));
  return rows;
}

function rowsOf(frames: number, from: number, end: number): GridRows {
  const to = Math.min(frames, end);
  return { read: [from, to], regions: [from > 0 ? from + AROUND : 0, to < frames ? to - AROUND : frames] };
}

const mayHoldConstant = ({ quartiles: { lower } }: KnownGrid) => lower[lower.length / 2] >= CONSTANT;
