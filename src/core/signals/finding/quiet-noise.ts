import { type NoiseFloor, noiseMean, rangeOfGain, runningMedian, slowly } from "./noise-floor.ts";
import { valueOfRank } from "./ranks.ts";
import type { RatioGrid } from "./regions.ts";
import { independentCells, type Resolution } from "./resolution.ts";

/** Quantile of the gains that is quiet; largest gain of quiet frames and least gain of loud ones, relative to it. */
const [QUANTILE, QUIET] = [0.1, 1.5];
const LOUD = 2;
/** Least share of loud frames, and fewest quiet ones, for which their shapes are compared. */
const [LOUD_SHARE, LEAST_QUIET] = [0.25, 96];
/** Frames and bins that give one value of a bin's noise, and bins over which it is smoothed, on each side. */
const [FRAMES, BINS, REACH] = [16, 3, 4];

/** Tells whether no frame is loud, as far as the largest and the smallest gain can tell. */
export const isNeverLoud = (gain: Float64Array) => rangeOfGain(gain) <= LOUD;

/**
 * Divides the ratios of quiet frames by the shape of their own noise, in place. Strong keyed signals leak into the whole band, less so at multiples of
 * their symbol rate; where they are on for long, the floor has their shape.
 *
 * @returns Whether there are enough quiet and loud frames.
 */
export function evenQuietFrames(
  { ratios, bins }: RatioGrid,
  { gain, shape, least }: NoiseFloor,
  resolution: Resolution,
): boolean {
  if (isNeverLoud(gain)) return false;
  const level = valueOfRank(gain.slice(), Math.floor(QUANTILE * gain.length));
  const quiet = Array.from(gain.keys()).filter((t) => gain[t] <= QUIET * level);
  const loud = gain.filter((value) => value > LOUD * level);
  if (!(level > 0) || quiet.length < LEAST_QUIET || loud.length < LOUD_SHARE * gain.length) return false;
  const blocks = Math.floor(quiet.length / FRAMES);
  const sums = new Float64Array(blocks * bins);
  for (let i = 0; i < blocks * FRAMES; i++) {
    const [to, from] = [Math.floor(i / FRAMES) * bins, quiet[i] * bins];
    for (let k = 0; k < bins; k++) sums[to + k] += ratios[from + k] / (FRAMES * BINS);
  }
  const cells = independentCells(resolution, FRAMES, BINS);
  const values = new Float64Array(blocks);
  const own = Float64Array.from({ length: bins }, (_, k) => {
    const middle = Math.min(bins - 2, Math.max(1, k));
    for (let b = 0; b < blocks; b++) {
      const at = b * bins + middle;
      values[b] = sums[at - 1] + sums[at] + sums[at + 1];
    }
    return noiseMean(values, cells);
  });
  const seen = slowly(runningMedian(own, REACH).map((value, k) => value * shape[k]));
  // Frames that hold a step from silence to noise may hold silence alone, which has no shape.
  const factors = seen.map((value, k) => (level * value >= least && value > 0 ? shape[k] / value : 1));
  for (const t of quiet) for (let k = 0, at = t * bins; k < bins; k++, at++) ratios[at] *= factors[k];
  return true;
}
