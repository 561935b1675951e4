import { valueOfRank } from "../finding/ranks.ts";

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
  const sums = powerSums(samples);
  const total = sums.length - 1;
  const begin = Math.max(0, Math.floor(found.start));
  const end = Math.min(total, Math.ceil(found.stop));
  const length = end - begin;
  const spanOf = (values: number) => Math.max(1, Math.round(Math.min(values * perValue, MOST_SMOOTHING * length)));
  const bare = spanOf(SMOOTHING);
  const about = medianOver(meansIn(sums, begin, length, bare), noise);
  const span = spanOf(Math.max(SMOOTHING, ((4 * CLEAR * noise) / about) ** 2));
  const signal = medianOver(meansIn(sums, begin, length, span), noise);
  const threshold = noise + signal / 4;
  const slack = Math.ceil(Math.max(SLACK_SHARE * length, SLACK_LENGTHS * bare, span));
  const loud = { span: bare, power: LOUD * (noise + signal), most: slack + span };
  const first = farthest(sums, begin - 1, -1, loud) + 1;
  const last = farthest(sums, end, 1, loud);
  const over = { span, threshold, slack, first, last };
  let start = firstOver(sums, outermost(sums, begin - 1, -1, over) ?? begin, end, over);
  let stop = lastOver(sums, (outermost(sums, end, 1, over) ?? end - 1) + 1, start, over);
  if (stop <= start) return { start: begin, stop: end, startSd: length / 2, stopSd: length / 2 };
  // The edges of a short burst must not pass each other.
  const middle = (start + stop) >> 1;
  const starts = { from: Math.max(first, start - span), to: Math.min(middle, start + 2 * span) };
  const stops = { from: Math.max(middle + 1, stop - 2 * span), to: Math.min(last, stop + span) };
  // The power over the threshold before a sample is least at the start, and largest at the stop.
  start = smallest(sums, { slope: 1, cost: threshold }, starts);
  stop = smallest(sums, { slope: -1, cost: -threshold }, stops);
  const late = likelihoodOf(noise, signal, perValue);
  const early = { slope: -late.slope, cost: -late.cost };
  return {
    start,
    stop,
    startSd: deviationOf(sums, late, start, starts),
    stopSd: deviationOf(sums, early, stop, stops),
  };
}

// Each loop has its own function: V8 compiles a function for each of its loops, with all that it calls.

/** Returns running sums of the power of complex samples. */
function powerSums(samples: Float64Array): Float64Array {
  const sums = new Float64Array(samples.length / 2 + 1);
  let sum = 0;
  for (let i = 0; i < samples.length; i += 2) {
    sum += samples[i] * samples[i] + samples[i + 1] * samples[i + 1];
    sums[i / 2 + 1] = sum;
  }
  return sums;
}

/** Mean power of the samples around one. */
function meanAt(sums: Float64Array, i: number, span: number): number {
  const before = i - (span >> 1);
  const from = before > 0 ? before : 0;
  const to = before + span < sums.length - 1 ? before + span : sums.length - 1;
  return (sums[to] - sums[from]) / (to - from);
}

/** Means around some samples from `begin` on, an eighth of their span apart. */
function meansIn(sums: Float64Array, begin: number, length: number, span: number): Float64Array {
  const step = Math.max(1, span >> 3);
  const means = new Float64Array(Math.ceil(Math.max(0, length) / step));
  for (let i = 0; i < means.length; i++) means[i] = meanAt(sums, begin + i * step, span);
  return means;
}

/** Returns the place outside of the box at which another signal, or the slack, ends what may belong to the burst. */
function farthest(
  sums: Float64Array,
  from: number,
  step: 1 | -1,
  { span, power, most }: { span: number; power: number; most: number },
): number {
  let i = from;
  while (Math.abs(i - from) < most && i >= 0 && i < sums.length - 1 && meanAt(sums, i, span) <= power) i += step;
  return i;
}

/** What lies over the threshold, and how far from the box it may be. */
interface Over {
  span: number;
  threshold: number;
  slack: number;
  first: number;
  last: number;
}

/** Goes outwards from a place of the box, and returns the last sample over the threshold, if any. */
function outermost(
  sums: Float64Array,
  from: number,
  step: 1 | -1,
  { span, threshold, slack, first, last }: Over,
): number | undefined {
  let found: number | undefined;
  for (let i = from, pause = 0; Math.abs(i - from) < slack && i >= first && i < last; i += step) {
    pause = meanAt(sums, i, span) < threshold ? pause + 1 : 0;
    if (pause > PAUSE_LENGTHS * span) break;
    if (pause === 0) found = i;
  }
  return found;
}

function firstOver(sums: Float64Array, from: number, end: number, { span, threshold }: Over): number {
  let start = from;
  while (start < end && meanAt(sums, start, span) < threshold) start += 1;
  return start;
}

function lastOver(sums: Float64Array, from: number, start: number, { span, threshold }: Over): number {
  let stop = from;
  while (stop > start && meanAt(sums, stop - 1, span) < threshold) stop -= 1;
  return stop;
}

/** slope · (running sum before sample i) − cost · i. */
interface Tilted {
  slope: number;
  cost: number;
}

/**
 * Tells by how many nats a power from the first sample to sample i is likelier with a signal of varying amplitude in it than as noise alone:
 * independent values are exponential, with the mean power of both.
 */
function likelihoodOf(noise: number, signal: number, perValue: number): Tilted {
  return {
    slope: (1 / noise - 1 / (noise + signal)) / perValue,
    cost: Math.log1p(signal / noise) / perValue,
  };
}

/** Whole numbers, both included. */
interface Places {
  from: number;
  to: number;
}

/** Returns the standard deviation of an edge about its estimate, if each place is as likely as its nats say: the fewer, the likelier. */
function deviationOf(sums: Float64Array, nats: Tilted, estimate: number, places: Places): number {
  const { slope, cost } = nats;
  const { from, to } = places;
  const best = smallest(sums, nats, places);
  const least = slope * sums[best] - cost * best;
  let weights = 0;
  let squares = 0;
  for (let i = from; i <= to; i++) {
    const weight = Math.exp(least - (slope * sums[i] - cost * i));
    weights += weight;
    squares += weight * (i - estimate) * (i - estimate);
  }
  return Math.sqrt(BETWEEN + squares / weights);
}

/** Returns the median of the powers that exceed the noise clearly, without the noise; or of all, if there are none. */
function medianOver(means: Float64Array, noise: number): number {
  const clear = means.filter((mean) => mean > 3 * noise);
  const some = clear.length > 0 ? clear : means.slice();
  return Math.max(noise, (some.length > 0 ? valueOfRank(some, some.length >> 1) : 0) - noise);
}

/** Returns the place at which a tilted sum is smallest. */
function smallest(sums: Float64Array, { slope, cost }: Tilted, { from, to }: Places): number {
  let best = from;
  let least = slope * sums[from] - cost * from;
  for (let i = from + 1; i <= to; i++) {
    const value = slope * sums[i] - cost * i;
    if (value >= least) continue;
    best = i;
    least = value;
  }
  return best;
}
