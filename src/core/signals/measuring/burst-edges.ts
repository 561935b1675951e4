import { valueOfRank } from "../finding/ranks.ts";
import { runningSums } from "./spectrum.ts";

/** The envelope is first smoothed over this many samples of the signal's bandwidth, and at most over this share of the burst. */
const [SMOOTHING, MOST_SMOOTHING] = [8, 1 / 12];
/** Share of the burst, and smoothing lengths, by which its edges may lie outside of the found ones. */
const [SLACK_SHARE, SLACK_LENGTHS] = [0.03, 4];

export interface BurstEdges {
  start: number;
  stop: number;
}

/**
 * Returns the edges of a burst, where its smoothed envelope passes half of its median amplitude. The place of each is refined: it divides the samples
 * around it so that the power over the threshold is largest inside.
 *
 * @param samples Complex samples in the signal's band.
 * @param noise Power of the noise in them.
 * @param perValue Samples per independent value: sample rate per bandwidth.
 */
export function burstEdges(samples: Float64Array, noise: number, perValue: number, found: BurstEdges): BurstEdges {
  const total = samples.length / 2;
  const power = new Float64Array(total);
  for (let i = 0; i < total; i++) power[i] = samples[2 * i] ** 2 + samples[2 * i + 1] ** 2;
  const sums = runningSums(power);
  const begin = Math.max(0, Math.floor(found.start));
  const end = Math.min(total, Math.ceil(found.stop));
  const length = end - begin;
  const span = Math.max(1, Math.round(Math.min(SMOOTHING * perValue, MOST_SMOOTHING * length)));
  const meanAt = (i: number) => {
    const from = Math.max(0, i - (span >> 1));
    const to = Math.min(total, i - (span >> 1) + span);
    return (sums[to] - sums[from]) / (to - from);
  };
  const step = Math.max(1, span >> 3);
  const means = new Float64Array(Math.ceil(Math.max(0, end - begin) / step));
  for (let i = 0; i < means.length; i++) means[i] = meanAt(begin + i * step);
  const threshold = noise + medianOver(means, noise) / 4;
  const slack = Math.ceil(Math.max(SLACK_SHARE * length, SLACK_LENGTHS * span));
  const [first, last] = [Math.max(0, begin - slack), Math.min(total, end + slack)];
  let start = first;
  while (start < end && meanAt(start) < threshold) start += 1;
  let stop = last;
  while (stop > start && meanAt(stop - 1) < threshold) stop -= 1;
  if (stop <= start) return { start: begin, stop: end };
  // The power over the threshold before a sample is least at the start, and largest at the stop.
  const over = (i: number) => sums[i] - threshold * i;
  // The edges of a short burst must not pass each other.
  const middle = (start + stop) >> 1;
  return {
    start: smallest((i) => over(i), Math.max(0, start - span), Math.min(middle, start + 2 * span)),
    stop: smallest((i) => -over(i), Math.max(middle + 1, stop - 2 * span), Math.min(total, stop + span)),
  };
}

/** Returns the median of the powers that exceed the noise clearly, without the noise; or of all, if there are none. */
function medianOver(means: Float64Array, noise: number): number {
  const clear = means.filter((mean) => mean > 3 * noise);
  const some = clear.length > 0 ? clear : means.slice();
  return Math.max(noise, (some.length > 0 ? valueOfRank(some, some.length >> 1) : 0) - noise);
}

/** Returns the whole number in [from, to] at which a function is smallest. */
function smallest(value: (i: number) => number, from: number, to: number): number {
  let best = from;
  for (let i = from + 1; i <= to; i++) if (value(i) < value(best)) best = i;
  return best;
}
