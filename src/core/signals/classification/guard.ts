import { binPowers, binPowersOf, fastLength, transformOf } from "../../fft/fft.float64.ts";
import { valueOfRank } from "../finding/ranks.ts";
import type { Sampled } from "../synchronizing/spectrum.ts";

/** A guard interval that repeats the end of each OFDM symbol. */
export interface Guard {
  /** Useful part and guard interval, in seconds. */
  usefulS: number;
  guardS: number;
  /** Power of the repetition, summed over the guard intervals, over its mean at other delays. Noise exceeds x with e^−x per trial. */
  strength: number;
  /** The strength less the logarithm of the number of trials: noise hardly exceeds 0. */
  excess: number;
}

/** Guard intervals over useful parts that are tried. LTE has about 1/14. */
const GUARDS = [1 / 4, 1 / 8, 1 / 14, 1 / 16, 1 / 32];
/** All delays from the least to this one are tried, in units of 1/bandwidth: the number of subcarriers is about as large. */
const [LEAST, EACH] = [24, 300];
/** Of longer delays, this many peaks of the autocorrelation are tried. */
const PEAKS = 60;
/** Most samples that are searched: more symbols add little. */
const SEARCHED = 2 ** 15;
/** A delay that repeats this share of the power repeats the whole signal; guard intervals of a quarter repeat a fifth. */
const WHOLE = 0.4;
/** Shortest guard interval; share of its autocorrelation below which a delay is not tried, and the level of noise, in root mean squares, that is always tried. */
const [SHORTEST, LOWEST, MOST_NOISE] = [1 / 32, 0.5, 1.4];
/** One of this many delays shows what chance repeats. */
const SAMPLES = 8;
/** Places per guard interval at which it may begin. */
const PLACES = 2;
/** Delays with the largest autocorrelations, of which more than one period is tried; and most periods. */
const [FINE, PERIODS] = [24, 16];
/** Delays of which guard intervals of any length are searched, and their least and largest length. */
const [FREE, SHORT, LONG] = [3, 1 / 50, 1 / 2];
/** Shares of a period by which the last guard interval may lie elsewhere than a line says. */
const SHIFTS = [-0.2, -0.1, 0, 0.1, 0.2];
/** Excess of a guard interval of any length over the best of the usual lengths, from which it counts. */
const CLEARLY = 1.1;

/**
 * Finds a delay, the useful part, at which a signal repeats itself during one part of each period, but not all the time.
 *
 * @param signal A band of the given width.
 */
export function guardOf({ samples, sampleRateHz }: Sampled, widthHz: number): Guard | undefined {
  const length = Math.min(SEARCHED, samples.length / 2);
  const skipped = Math.floor((samples.length / 2 - length) / 2);
  const middle = samples.subarray(2 * skipped, 2 * (skipped + length));
  const oversampling = sampleRateHz / widthHz;
  const lags = lagsOf(middle, Math.ceil(LEAST * oversampling), Math.ceil(EACH * oversampling), oversampling);
  const sums = new Float64Array(2 * length + 2);
  const found = GUARDS.map((guard) => ({ guard, lag: 0, most: 0, trials: 0, means: [] as number[] }));
  const power = energyOf(middle) / length;
  for (const { lag, isLikely, isLargest, isSample } of lags) {
    for (const best of found) best.trials += placesOf(lag, best.guard) * periodCount(lag, best.guard, length - lag);
    if (!isLikely && !isSample) continue;
    const products = sumProducts(middle, lag, sums);
    if (Math.hypot(sums[2 * products], sums[2 * products + 1]) > WHOLE * power * products) return undefined;
    for (const best of found) {
      const { most, mean } = folded(sums, products, lag, best.guard);
      if (isSample) best.means.push(mean);
      if (most > best.most) [best.most, best.lag] = [most, lag];
      if (!isLargest) continue;
      for (const period of periodsOf(lag, best.guard, products)) {
        const finer = folded(sums, products, lag, best.guard, period).most;
        if (finer > best.most) [best.most, best.lag] = [finer, lag];
      }
    }
  }
  if (lags.length === 0) return undefined;
  const guardFrom = ({ guard, lag, most, trials }: Folded & { trials: number }, chance: number): Guard => {
    const strength = most / (chance || 1);
    const independent = Math.max(1, trials / PLACES / oversampling);
    return {
      usefulS: lag / sampleRateHz,
      guardS: (guard * lag) / sampleRateHz,
      strength,
      excess: strength - Math.log(independent),
    };
  };
  const chances = found.map(({ means }) => means.sort((x, y) => x - y)[means.length >> 1]);
  const usual = found
    .map((one, i) => guardFrom(one, chances[i]))
    .reduce((best, other) => (other.excess > best.excess ? other : best));
  const trials = lags.reduce((sum, { lag }) => sum + periodTrials(lag, length - lag), 0);
  const [free] = largestPeaks(lags)
    .map((lag) => longestLine(sums, sumProducts(middle, lag, sums), lag))
    .toSorted((a, b) => b.most - a.most);
  // Chance adds the same power per product to windows of all lengths.
  const other = free && guardFrom({ ...free, trials }, chances[0]);
  return other && other.excess > CLEARLY * Math.max(0, usual.excess) ? other : usual;
}

/** Products in guard intervals of a delay, added. */
interface Folded {
  guard: number;
  lag: number;
  /** Power per product. */
  most: number;
}

/** Periods of a delay that a line tells apart, and places of the first guard interval. */
const periodTrials = (lag: number, products: number) =>
  (products / lag) * (1 / (1 + SHORT) - 1 / (1 + LONG)) * placesOf(lag, LONG / 2);

/** Returns those delays of the largest autocorrelations that exceed both neighbours. */
function largestPeaks(lags: readonly Lag[]): number[] {
  const isPeak = (i: number) => [lags[i - 1], lags[i + 1]].every((other) => !other || other.level <= lags[i].level);
  const peaks = lags.filter(({ isLargest }, i) => isLargest && isPeak(i));
  return peaks
    .toSorted((a, b) => b.level - a.level)
    .slice(0, FREE)
    .map(({ lag }) => lag);
}

/** Products of a delay repeat with each symbol, so they have a line at the symbol rate, which tells the length of the guard interval. */
function longestLine(sums: Float64Array, products: number, lag: number): Folded {
  const size = fastLength(2 * products);
  const powers = binPowersOf(size, (values) => {
    for (let i = 0; i < 2 * products; i++) values[i] = sums[i + 2] - sums[i];
  });
  const [from, to] = [LONG, SHORT].map((guard) => size / (lag * (1 + guard)));
  let strongest = Math.ceil(from);
  for (let k = strongest; k <= to; k++) if (powers[k] > powers[strongest]) strongest = k;
  const [a, b, c] = [-1, 0, 1].map((i) => Math.sqrt(powers[strongest + i]));
  const line = strongest + (a - 2 * b + c < 0 ? (a - c) / 2 / (a - 2 * b + c) : 0);
  let best: Folded = { guard: SHORT, lag, most: 0 };
  for (const shift of SHIFTS) {
    const period = size / (line + (shift * size) / products);
    const guard = period / lag - 1;
    if (guard < SHORT || guard > LONG) continue;
    const { most } = folded(sums, products, lag, guard);
    if (most > best.most) best = { guard, lag, most };
  }
  return best;
}

/** A delay in samples, whether it may repeat guard intervals, whether its autocorrelation is among the largest, and whether it shows what chance repeats. */
interface Lag {
  lag: number;
  /** Of the autocorrelation. */
  level: number;
  isLikely: boolean;
  isLargest: boolean;
  isSample: boolean;
}

/**
 * Delays: each one up to a limit, and the largest peaks of the autocorrelation beyond it. Those are likely whose autocorrelation is not much smaller
 * than what a short guard interval makes.
 *
 * @param oversampling Samples per independent one.
 */
function lagsOf(samples: Float64Array, least: number, each: number, oversampling: number): Lag[] {
  const length = samples.length / 2;
  const last = Math.floor(length / 5);
  const powers = binPowers(samples, fastLength(length + last + 1));
  const correlation = transformOf(powers.length, (bins) => writeReal(bins, powers), true);
  const levels = magnitudesOf(correlation, last + 1);
  // Noise has a mean square of power² · length · oversampling; the guard interval of an OFDM symbol repeats its share of the power.
  const expected = (levels[0] * SHORTEST) / (1 + SHORTEST);
  const limit = Math.min(MOST_NOISE * levels[0] * Math.sqrt(oversampling / length), LOWEST * expected);
  const longer = levels.slice(least);
  const large = longer.length < FINE ? 0 : valueOfRank(longer, longer.length - FINE);
  const lags: Lag[] = [];
  for (let lag = least; lag < Math.min(each, last); lag++) {
    const [isLikely, isLargest] = [levels[lag] >= limit, levels[lag] >= large];
    lags.push({ lag, level: levels[lag], isLikely, isLargest, isSample: (lag - least) % SAMPLES === 0 });
  }
  if (last <= each) return lags;
  const peaks: number[] = [];
  for (let lag = Math.max(1, each); lag < last; lag++) {
    if (levels[lag] >= levels[lag - 1] && levels[lag] >= levels[lag + 1]) peaks.push(lag);
  }
  const largest = peaks.toSorted((a, b) => levels[b] - levels[a]).slice(0, PEAKS);
  return [
    ...lags,
    ...largest.map((lag) => ({
      lag,
      level: levels[lag],
      isLikely: true,
      isLargest: levels[lag] >= large,
      isSample: false,
    })),
  ];
}

function energyOf(samples: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += samples[i] * samples[i];
  return sum;
}

function writeReal(complex: Float64Array, values: Float64Array): void {
  for (let i = 0; i < values.length; i++) complex[2 * i] = values[i];
}

function magnitudesOf(complex: Float64Array, count: number): Float64Array {
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    values[i] = Math.sqrt(complex[2 * i] * complex[2 * i] + complex[2 * i + 1] * complex[2 * i + 1]);
  }
  return values;
}

/** Writes running sums of x[n+lag]·x*[n]. Returns the number of products. */
function sumProducts(samples: Float64Array, lag: number, sums: Float64Array): number {
  const count = samples.length / 2 - lag;
  let re = 0;
  let im = 0;
  for (let n = 0; n < 2 * count; n += 2) {
    const a = samples[n];
    const b = samples[n + 1];
    const c = samples[n + 2 * lag];
    const d = samples[n + 2 * lag + 1];
    re += c * a + d * b;
    im += d * a - c * b;
    sums[n + 2] = re;
    sums[n + 3] = im;
  }
  return count;
}

/** Places of the first guard interval that are tried. */
const placesOf = (lag: number, guard: number) => Math.ceil((PLACES * lag * (1 + guard)) / Math.max(1, lag * guard));

const periodCount = (lag: number, guard: number, products: number) =>
  Math.min(PERIODS, Math.max(1, Math.ceil(products / lag / Math.max(1, lag * guard))));

/**
 * Periods of a delay that is known to half a sample: so close that the guard intervals of all symbols lie in their windows, except for a half of the
 * last ones.
 */
function periodsOf(lag: number, guard: number, products: number): number[] {
  const count = periodCount(lag, guard, products);
  return Array.from({ length: count }, (_, i) => (lag + (i + 0.5) / count - 0.5) * (1 + guard));
}

/**
 * Adds products in guard intervals, one per period, for each place of the first one, less the mean of all products: a signal that repeats itself
 * all the time has no guard intervals. Returns powers per product: the largest one and the mean.
 */
function folded(sums: Float64Array, products: number, lag: number, guard: number, period = lag * (1 + guard)) {
  const meanRe = sums[2 * products] / products;
  const meanIm = sums[2 * products + 1] / products;
  const window = Math.max(1, lag * guard);
  const places = placesOf(lag, guard);
  let [most, total] = [0, 0];
  for (let place = 0; place < places; place++) {
    const power = foldedPower(sums, (place * period) / places, { products, window, period, meanRe, meanIm });
    total += power;
    if (power > most) most = power;
  }
  return { most, mean: total / places };
}

/** @param start Of the first window. */
function foldedPower(
  sums: Float64Array,
  start: number,
  { products, window, period, meanRe, meanIm }: Record<"products" | "window" | "period" | "meanRe" | "meanIm", number>,
): number {
  let re = 0;
  let im = 0;
  let count = 0;
  for (let from = start; from + window <= products; from += period) {
    // Rounded places.
    const first = (from + 0.5) | 0;
    const last = (from + window + 0.5) | 0;
    re += sums[2 * last] - sums[2 * first];
    im += sums[2 * last + 1] - sums[2 * first + 1];
    count += last - first;
  }
  const x = re - count * meanRe;
  const y = im - count * meanIm;
  return (x * x + y * y) / Math.max(1, count);
}

/** Most samples that refine a delay. */
const MOST = 2 ** 18;

/** Refines the delay with a band of a higher rate. @param found From the same band at a lower rate. */
export function finerGuard({ samples, sampleRateHz }: Sampled, found: Guard): Pick<Guard, "usefulS" | "guardS"> {
  const part = samples.subarray(0, 2 * MOST);
  const guard = found.guardS / found.usefulS;
  const near = Math.round(found.usefulS * sampleRateHz);
  const reach = 9;
  const sums = new Float64Array(part.length + 2);
  const levels = Array.from({ length: 2 * reach + 1 }, (_, i) => {
    const lag = near - reach + i;
    return folded(sums, sumProducts(part, lag, sums), lag, guard).most;
  });
  const i = Math.min(2 * reach - 1, Math.max(1, levels.indexOf(Math.max(...levels))));
  const bend = levels[i - 1] - 2 * levels[i] + levels[i + 1];
  const shift = bend < 0 ? Math.max(-1, Math.min(1, (levels[i - 1] - levels[i + 1]) / (2 * bend))) : 0;
  const usefulS = (near - reach + i + shift) / sampleRateHz;
  return { usefulS, guardS: guard * usefulS };
}
