import { MAIN_LOBE } from "./lines.ts";
import { meanExcess, timeOf } from "./pieces/piece-overlap.ts";
import type { Piece } from "./pieces/pieces.ts";
import { valueOfRank } from "./ranks.ts";
import { type RatioGrid, zeroOf } from "./regions.ts";

/**
 * Least lower quartile of the power at frequency 0, over the noise; how far the lower quartile of a steady amplitude in noise lies below it, in units of the
 * noise; and the variance of the noise along it. Noise alone has a lower quartile of 0.29, and of 0.1 in real samples, which have no noise across the constant.
 */
const COMPLEX = { leastQuartile: 1, quartile: 0.477, variance: 0.5 };
const REAL = { leastQuartile: 0.65, quartile: 0.674, variance: 1 };
/** Largest ratio of the amplitudes that both quartiles give in real samples: it is larger for a tone of a low frequency, whose power is not steady there. */
const STEADY = 1.3;
/** Share of a part's power within the main lobe of a constant. */
const NARROW = 0.5;
/** Frames that overlap count as one. */
const OVERLAPPING = 3;

/**
 * Tells whether a part shows the receiver's constant, where it is too weak to be taken out as a line: it is there all the time, and the noise lifts it over the
 * threshold now and then. What is much stronger for some time is a signal.
 *
 * @param least Least amplitude of the constant, relative to the noise, if longer transforms show it. Default 0.
 */
export function showsConstant(grid: RatioGrid, piece: Piece, least = 0): boolean {
  const [low, high] = [zeroOf(grid) - MAIN_LOBE, zeroOf(grid) + MAIN_LOBE + 1];
  const inLobe = piece.spectrum.subarray(Math.max(0, low - piece.lowBin), Math.max(0, high - piece.lowBin));
  if (inLobe.reduce((sum, value) => sum + value, 0) < NARROW * piece.energy) return false;
  const amplitude = Math.max(least, constantAmplitude(grid));
  if (amplitude === 0) return false;
  let own = 0;
  for (let k = low; k < high; k++) own = Math.max(own, meanExcess(grid, timeOf(piece), [k, k + 1]));
  // The largest power of the noise of all frames; the mean over a longer part varies less.
  const { variance } = grid.isReal ? REAL : COMPLEX;
  const independent = Math.max(1, (piece.stop - piece.start) / OVERLAPPING);
  const noise = Math.sqrt((2 * variance * Math.log(grid.frames)) / independent);
  return own <= (amplitude + noise) ** 2;
}

const amplitudes = new WeakMap<RatioGrid, number>();

/** Returns the amplitude that frequency 0 keeps for three quarters of the time, relative to the noise; 0 where noise may have made it. */
export function constantAmplitude(grid: RatioGrid): number {
  const known = amplitudes.get(grid);
  if (known !== undefined) return known;
  const { ratios, frames, bins, rows } = grid;
  const { leastQuartile, quartile: below } = grid.isReal ? REAL : COMPLEX;
  // All rows are known where there may be a constant.
  if (rows || grid.hasNoConstant) return 0;
  const powers = Float64Array.from({ length: frames }, (_, t) => ratios[t * bins + zeroOf(grid)]);
  const quartile = valueOfRank(powers, frames >> 2);
  const amplitude = quartile < leastQuartile ? 0 : Math.sqrt(quartile) + below;
  const isSteady = !grid.isReal || Math.sqrt(valueOfRank(powers, (3 * frames) >> 2)) - below < STEADY * amplitude;
  const kept = isSteady ? amplitude : 0;
  amplitudes.set(grid, kept);
  return kept;
}
