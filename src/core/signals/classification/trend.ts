import type { Burst } from "../detection.ts";
import { type MeasuredBand, measureBand } from "../measuring/measure-burst.ts";
import { withoutDrift } from "./drift.ts";

/** Length of the blocks whose mean frequencies tell a trend, s; the fewest of them, and the length beyond which a carrier drifts in other ways than linearly, s. */
const [BLOCK_S, FEWEST, LONGEST_S] = [2e-3, 12, 0.15];
/** Standard deviations that a trend has at least: symbols at random reach 7 in one of 10⁵ bursts. */
const CLEAR = 7;
/** Least change over the burst that is a trend, Hz; and the largest one that an oscillator makes, Hz and Hz per second. Beyond, it is a sweep. */
const [LEAST_HZ, MOST_HZ, MOST_SLOPE] = [500, 60_000, 2e6];
/** Share of the mean power of a block below which the signal is off in it. */
const OFF = 0.05;

/** A carrier whose frequency changes linearly over a burst. */
export interface Trend {
  /** Hz per second. */
  slope: number;
  /** Change from the start to the stop, Hz. */
  changeHz: number;
}

/** Where a burst lies in its samples: [start, stop). */
interface Span {
  start: number;
  stop: number;
}

/** Finds a linear change of the mean frequency over a burst. Undefined if there is none, or if symbols at random hide it. */
export function trendOf({ samples, sampleRateHz, passHz, noiseDensity }: Burst, span: Span): Trend | undefined {
  const start = Math.max(0, Math.round(span.start));
  const stop = Math.min(samples.length / 2, Math.round(span.stop));
  const seconds = (stop - start) / sampleRateHz;
  const count = Math.floor(seconds / BLOCK_S);
  if (count < FEWEST || seconds > LONGEST_S) return undefined;
  const length = Math.floor((stop - start) / count);
  const noise = noiseDensity * passHz;
  // What the filter leaves of white noise is alike from one sample to the next.
  const alike = sinc(passHz / sampleRateHz);
  const blocks = Array.from({ length: count }, (_, i) => {
    const { power, re, im } = neighbours(samples, start + i * length, length);
    const hz = (Math.atan2(im, re - noise * alike) / (2 * Math.PI)) * sampleRateHz;
    return { at: (i + 0.5 - count / 2) * (length / sampleRateHz), hz, weight: Math.max(0, power - noise) };
  });
  const mean = blocks.reduce((sum, { weight }) => sum + weight, 0) / count;
  const fit = lineThrough(blocks.filter(({ weight }) => weight > OFF * mean));
  if (!fit) return undefined;
  const changeHz = fit.slope * seconds;
  const isClear = Math.abs(fit.slope) > CLEAR * fit.sd;
  const isDrift = Math.abs(changeHz) < MOST_HZ && Math.abs(fit.slope) < MOST_SLOPE;
  return isClear && isDrift && Math.abs(changeHz) > LEAST_HZ ? { slope: fit.slope, changeHz } : undefined;
}

/** Least width of a box without its trend, in widths of the box. */
const LEAST_WIDTH = 0.25;

/** A burst whose frequency does not change linearly any longer. */
interface Steady {
  burst: Burst;
  trend: Trend;
}

/** Returns a burst without the linear change of its frequency, which stays in the middle of the burst. Undefined if it does not change so. */
export function steadyBurst(burst: Burst, span: Span): Steady | undefined {
  const trend = trendOf(burst, span);
  if (!trend) return undefined;
  const { slope, changeHz } = trend;
  const { samples, sampleRateHz } = withoutDrift(burst, slope);
  // Of all samples, the frequency in their middle stays.
  const laterS = (span.start + span.stop - samples.length / 2) / 2 / sampleRateHz;
  const widthHz = Math.max(LEAST_WIDTH * burst.widthHz, burst.widthHz - Math.abs(changeHz));
  return { burst: { ...burst, samples, centreHz: burst.centreHz + slope * laterS, widthHz }, trend };
}

/** Returns a burst as {@link steadyBurst} does, measured again. */
export function withoutTrend(burst: Burst, span: Span): (Steady & { measured: MeasuredBand }) | undefined {
  const found = steadyBurst(burst, span);
  if (!found) return undefined;
  const steady = { ...found.burst, start: span.start, stop: span.stop };
  return { burst: steady, trend: found.trend, measured: measureBand(steady) };
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** Returns the mean power of a block, and the mean of x[n+1]·x*[n]. */
function neighbours(samples: Float64Array, from: number, count: number) {
  let [power, re, im] = [0, 0, 0];
  for (let n = from; n < from + count - 1; n++) {
    const [a, b, c, d] = [samples[2 * n], samples[2 * n + 1], samples[2 * n + 2], samples[2 * n + 3]];
    power += a * a + b * b;
    re += c * a + d * b;
    im += d * a - c * b;
  }
  return { power: power / (count - 1), re: re / (count - 1), im: im / (count - 1) };
}

/** The line through weighted points with the least squares, and the standard deviation of its slope. */
function lineThrough(points: readonly { at: number; hz: number; weight: number }[]) {
  if (points.length < FEWEST) return undefined;
  const mean = (of: (point: (typeof points)[0]) => number) =>
    points.reduce((sum, point) => sum + point.weight * of(point), 0) / total;
  const total = points.reduce((sum, { weight }) => sum + weight, 0);
  const [at, hz] = [mean((point) => point.at), mean((point) => point.hz)];
  const spread = mean((point) => (point.at - at) ** 2);
  const slope = mean((point) => (point.at - at) * (point.hz - hz)) / spread;
  const rest = mean((point) => (point.hz - hz - slope * (point.at - at)) ** 2);
  return { slope, sd: Math.sqrt(rest / spread / (points.length - 2)) };
}
