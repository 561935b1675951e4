import { valueOfRank } from "../finding/ranks.ts";
import { runningSums } from "./spectrum.ts";

/** The envelope is first smoothed over this many samples of the signal's bandwidth, and at most over this share of the burst. */
const [SMOOTHING, MOST_SMOOTHING] = [8, 1 / 12];
/** Standard deviations of the smoothed noise by which the threshold lies above it, at least: weak signals are smoothed over more. */
const CLEAR = 6;
/** Share of the burst, and smoothing lengths, by which its edges may lie outside of the found ones. */
const [SLACK_SHARE, SLACK_LENGTHS] = [0.03, 4];
/** Longest pause, in smoothing lengths, between the found box and a part of the burst outside of it; and power from which on a part there is another signal's, relative to the median. */
const [PAUSE_LENGTHS, LOUD] = [2, 8];
/** Variance of an edge that lies anywhere between two samples. */
const BETWEEN = 1 / 12;

/** In samples of the burst. */
export interface BurstEdges {
  start: number;
  stop: number;
}

/** With their standard deviations. */
export interface MeasuredEdges extends BurstEdges {
  startSd: number;
  stopSd: number;
}

/**
 * Returns the edges of a burst, where its smoothed envelope passes half of its median amplitude. The place of each is refined: it divides the samples
 * around it so that the power over the threshold is largest inside.
 *
 * @param samples Complex samples in the signal's band.
 * @param noise Power of the noise in them.
 * @param perValue Samples per independent value: sample rate per bandwidth.
 */
export function burstEdges(samples: Float64Array, noise: number, perValue: number, found: BurstEdges): MeasuredEdges {
  const total = samples.length / 2;
  const power = new Float64Array(total);
  for (let i = 0; i < total; i++) power[i] = samples[2 * i] ** 2 + samples[2 * i + 1] ** 2;
  const sums = runningSums(power);
  const begin = Math.max(0, Math.floor(found.start));
  const end = Math.min(total, Math.ceil(found.stop));
  const length = end - begin;
  const spanOf = (values: number) => Math.max(1, Math.round(Math.min(values * perValue, MOST_SMOOTHING * length)));
  const meanOver = (span: number) => (i: number) => {
    const from = Math.max(0, i - (span >> 1));
    const to = Math.min(total, i - (span >> 1) + span);
    return (sums[to] - sums[from]) / (to - from);
  };
  const signalOver = (span: number) => {
    const step = Math.max(1, span >> 3);
    const meanAt = meanOver(span);
    const means = Float64Array.from({ length: Math.ceil(Math.max(0, length) / step) }, (_, i) =>
      meanAt(begin + i * step),
    );
    return medianOver(means, noise);
  };
  const about = signalOver(spanOf(SMOOTHING));
  const span = spanOf(Math.max(SMOOTHING, ((4 * CLEAR * noise) / about) ** 2));
  const signal = signalOver(span);
  const meanAt = meanOver(span);
  const threshold = noise + signal / 4;
  const slack = Math.ceil(Math.max(SLACK_SHARE * length, SLACK_LENGTHS * spanOf(SMOOTHING), span));
  const loud = LOUD * (noise + signal);
  const bareAt = meanOver(spanOf(SMOOTHING));
  /** Returns the place outside of the box at which another signal, or the slack, ends what may belong to the burst. */
  const farthest = (from: number, step: 1 | -1) => {
    let i = from;
    while (Math.abs(i - from) < slack + span && i >= 0 && i < total && bareAt(i) <= loud) i += step;
    return i;
  };
  const [first, last] = [farthest(begin - 1, -1) + 1, farthest(end, 1)];
  /** Goes outwards from a place of the box, and returns the last sample over the threshold, if any. */
  const outermost = (from: number, step: 1 | -1) => {
    let found: number | undefined;
    for (let i = from, pause = 0; Math.abs(i - from) < slack && i >= first && i < last; i += step) {
      pause = meanAt(i) < threshold ? pause + 1 : 0;
      if (pause > PAUSE_LENGTHS * span) break;
      if (pause === 0) found = i;
    }
    return found;
  };
  let start = outermost(begin - 1, -1) ?? begin;
  while (start < end && meanAt(start) < threshold) start += 1;
  let stop = (outermost(end, 1) ?? end - 1) + 1;
  while (stop > start && meanAt(stop - 1) < threshold) stop -= 1;
  if (stop <= start) return { start: begin, stop: end, startSd: length / 2, stopSd: length / 2 };
  // The power over the threshold before a sample is least at the start, and largest at the stop.
  const over = (i: number) => sums[i] - threshold * i;
  // The edges of a short burst must not pass each other.
  const middle = (start + stop) >> 1;
  const starts = [Math.max(first, start - span), Math.min(middle, start + 2 * span)] as const;
  const stops = [Math.max(middle + 1, stop - 2 * span), Math.min(last, stop + span)] as const;
  start = smallest((i) => over(i), ...starts);
  stop = smallest((i) => -over(i), ...stops);
  const nats = likelihoodOf(noise, signal, perValue);
  const late = (i: number) => nats(sums[i], i);
  return {
    start,
    stop,
    startSd: deviationOf(late, start, starts),
    stopSd: deviationOf((i) => -late(i), stop, stops),
  };
}

/**
 * Returns by how many nats a power from the first sample to sample i is likelier with a signal of varying amplitude in it than as noise alone:
 * independent values are exponential, with the mean power of both.
 */
function likelihoodOf(noise: number, signal: number, perValue: number): (sum: number, i: number) => number {
  const slope = (1 / noise - 1 / (noise + signal)) / perValue;
  const cost = Math.log1p(signal / noise) / perValue;
  return (sum, i) => slope * sum - cost * i;
}

/** Returns the standard deviation of an edge about its estimate, if each place is as likely as its nats say: the fewer, the likelier. */
function deviationOf(nats: (i: number) => number, estimate: number, [from, to]: readonly [number, number]): number {
  const least = nats(smallest(nats, from, to));
  let [weights, squares] = [0, 0];
  for (let i = from; i <= to; i++) {
    const weight = Math.exp(least - nats(i));
    weights += weight;
    squares += weight * (i - estimate) ** 2;
  }
  return Math.sqrt(BETWEEN + squares / weights);
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
