import { EDGE_POWER, mainBand, onLevel, type Piece } from "./pieces/pieces.ts";
import { timeOf } from "./pieces/piece-overlap.ts";
import { valueOfRank } from "./ranks.ts";
import type { RatioGrid } from "./regions.ts";

/** Frames over which a share of time is counted: a fading signal's powers differ more over longer times. */
const FILL_FRAMES = 8;
/** Power of a keyed signal's zeros, relative to what is on. */
const KEYED_POWER = 0.25;
/** Power of frames that are on, at least, relative to the mean weighted by power. */
const LEAST_ON = 0.1;

/** A grid of short transforms beside a grid of long ones: `hops` of its frames and `bins` of its bins are one of the long one's. */
export interface FineGrid extends RatioGrid {
  hops: number;
  /** Bins of the long grid per bin. */
  group: number;
  /** Its frame in the middle of the long grid's frame 0. */
  middle: number;
}

/** Makes a property of a piece known after its first computation: pieces are compared in pairs. */
function knownOf<T>(compute: (fine: FineGrid, piece: Piece) => T): (fine: FineGrid, piece: Piece) => T {
  const known = new WeakMap<FineGrid, WeakMap<Piece, { value: T }>>();
  return (fine, piece) => {
    const ofGrid = known.get(fine) ?? new WeakMap<Piece, { value: T }>();
    known.set(fine, ofGrid);
    const found = ofGrid.get(piece) ?? { value: compute(fine, piece) };
    ofGrid.set(piece, found);
    return found.value;
  };
}

/** Share of a piece's time in which its power, by short transforms, is near its largest close to it. Very short bursts fill little of a long transform. */
export const fillOf = knownOf((fine, piece) => {
  const power = finePower(fine, piece, timeOf(piece));
  const size = FILL_FRAMES * fine.hops;
  let [filled, energy] = [0, 0];
  for (let from = 0; from < power.length; from += size) {
    const part = power.subarray(from, from + size);
    let own = 0;
    for (let i = 0; i < part.length; i++) own += part[i];
    if (own <= 0) continue;
    const limit = EDGE_POWER * valueOfRank(part.slice(), Math.floor(0.95 * part.length));
    let count = 0;
    for (let i = 0; i < part.length; i++) if (part[i] >= limit) count++;
    filled += (own * count) / part.length;
    energy += own;
  }
  return energy > 0 ? filled / energy : 0;
});

/** Short frames of a piece, those in which it is off, and its pauses. */
export interface OffTimes {
  frames: number;
  off: number;
  pauses: number;
  /** Power while it is on. */
  level: number;
}

export const offTimes = knownOf((fine, piece): OffTimes => {
  const power = finePower(fine, piece, timeOf(piece));
  const level = keyedLevel(power);
  const limit = KEYED_POWER * level;
  let [off, pauses] = [0, 0];
  for (let t = 0; t < power.length; t++) {
    if (power[t] >= limit) continue;
    off++;
    if (t > 0 && power[t - 1] >= limit) pauses++;
  }
  return { frames: power.length, off, pauses, level };
});

/** Median power of the frames that hold more than noise: of a keyed signal that is off for most of its time, noise alone would be the median. */
export function keyedLevel(power: Float64Array): number {
  let [sum, squares] = [0, 0];
  for (let t = 0; t < power.length; t++) {
    if (power[t] <= 0) continue;
    sum += power[t];
    squares += power[t] ** 2;
  }
  // Of a carrier that is keyed, this ratio is its power.
  const least = sum > 0 ? (LEAST_ON * squares) / sum : 0;
  return onLevel(power.filter((value) => value >= least));
}

/** Power over the noise of a piece's band, by short transforms, in frames [from, to) of the long ones. @param beside Their bins on each side of the band that count, too. */
export function finePower(
  fine: FineGrid,
  piece: Piece,
  [from, to]: readonly [number, number],
  beside = 0,
): Float64Array {
  const { ratios, frames, bins, hops, middle } = fine;
  const [low, high] = fineBand(fine, mainBand(piece));
  const first = Math.max(0, from * hops + middle);
  const last = Math.min(frames, to * hops + middle);
  const power = new Float64Array(Math.max(0, last - first));
  const [begin, end] = [Math.max(0, low - beside), Math.min(bins, high + beside)];
  // Plain loops: long pieces have many thousands of short frames.
  for (let i = 0; i < power.length; i++) {
    const row = (first + i) * bins;
    let sum = 0;
    for (let k = row + begin; k < row + end; k++) sum += ratios[k] - 1;
    power[i] = sum;
  }
  return power;
}

/** The bins of the fine grid that lie in a band of the long one; at least one. */
export function fineBand(
  { group, bins }: FineGrid,
  [lowBin, highBin]: readonly [number, number],
): readonly [number, number] {
  // Bin k of the fine grid has its middle at bin k·group of the long one.
  const low = Math.ceil((lowBin + group / 4) / group);
  const high = Math.floor((highBin - 1 - group / 4) / group) + 1;
  if (high > low) return [low, Math.min(bins, high)];
  // Beyond the last bin's upper half is the first one.
  const middle = Math.round((lowBin + highBin - 1) / 2 / group) % bins;
  return [middle, middle + 1];
}
