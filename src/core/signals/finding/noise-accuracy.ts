import { binsPerGroup, correctionOf, FLOOR, gainReachOf, type NoiseFloor, neighbourhoodOf } from "./noise-floor.ts";
import { gammaProbability } from "./gamma.ts";
import { valueOfRank } from "./ranks.ts";
import { independentCells, type Resolution } from "./resolution.ts";

/** Quartiles of a normal variable lie this many standard deviations from its middle. */
const QUARTILE = 0.6745;

/** Variance of a median of normal variables, over the variance of their mean. */
const MEDIAN = Math.PI / 2;

/** Where the noise of a signal is taken from the floor: its frames and bins. */
interface FloorPart {
  frames: readonly [number, number];
  bins: readonly [number, number];
}

/**
 * Returns the standard deviation of the noise density of a part, relative to it. Two errors add. The robust mean errs by the number of independent cells
 * behind it. Sides of signals raise the floor: the floor differs among the bins around the part, and the part differs from them.
 */
export function noiseSd({ gain, shape }: NoiseFloor, resolution: Resolution, { frames, bins }: FloorPart): number {
  const { shapeFrames, shapeBins, shapeReach } = FLOOR;
  const block = Math.min(shapeFrames, gain.length);
  const perBlock = independentCells(resolution, block, shapeBins);
  const perCell = perBlock / (block * shapeBins);
  const width = bins[1] - bins[0] + 2 * shapeReach + shapeBins;
  const time = averaged(frames[1] - frames[0], 2 * gainReachOf(shape.length) + 1);
  const perGroup = independentCells(resolution, 1, binsPerGroup(shape.length));
  const ofShape = excessOf(perBlock) / (perCell * gain.length * width);
  const ofGain = excessOf(perGroup) / (perCell * time * shape.length);
  const { from, to, reach } = neighbourhoodOf(shape.length);
  const [low, high] = [Math.max(from, bins[0] - reach), Math.min(to, bins[1] + reach)];
  const near = shape.slice(Math.min(low, to - reach), Math.max(high, from + reach));
  const quartile = (share: number) => valueOfRank(near, Math.floor(share * (near.length - 1)));
  const differences = (quartile(0.75) - quartile(0.25)) / (2 * QUARTILE * quartile(0.5) || 1);
  const own = shape.subarray(...bins).reduce((sum, value) => sum + value, 0) / (bins[1] - bins[0]);
  const raised = own / quartile(0.5) - 1 || 0;
  return Math.hypot(Math.sqrt(MEDIAN * (ofShape + ofGain)), differences, raised);
}

/** Returns the frames of a plain mean that has the variance of a mean over some frames of means over others: their weights are a trapezoid. */
function averaged(frames: number, others: number): number {
  const [longer, shorter] = [Math.max(frames, others), Math.min(frames, others)];
  return longer ** 2 / (longer - shorter / 3);
}

/** Returns the variance of the robust mean of many values, over the variance of their plain mean. */
function excessOf(shape: number): number {
  const { low } = correctionOf(shape);
  const share = gammaProbability(shape, low * shape);
  const step = 1e-3;
  const density =
    (gammaProbability(shape, (low + step) * shape) - gammaProbability(shape, (low - step) * shape)) / (2 * step);
  return (shape * share * (1 - share)) / (density * low) ** 2;
}
