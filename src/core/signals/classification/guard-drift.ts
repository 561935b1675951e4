import { binPowers, fastLength, transformOf } from "../../fft/fft.float64.ts";
import { valueOfRank } from "../finding/ranks.ts";
import type { Sampled } from "../synchronizing/spectrum.ts";
import { withoutDrift } from "./drift.ts";
import { type Guard, guardOf } from "./guard.ts";

/** Parts of the signal whose autocorrelations count without their phases, which the drift turns. */
const PARTS = 8;
/** Delays that are tried, in units of 1/bandwidth; and most of them, in lengths of a part. */
const [LEAST, MOST, MOST_SHARE] = [24, 400, 0.3];
/** Delays with the largest autocorrelations, of which the drift is searched. */
const DELAYS = 24;
/** Products that are added before their spectrum is searched, and most samples, as `guardOf` searches. */
const [ADDED, SEARCHED] = [64, 2 ** 15];
/** Excess of guard intervals from which a drift is not searched; least excess without a drift, which noise does not reach; and largest drift, Hz per second. */
const [FOUND, CLEAR, MOST_SLOPE] = [30, 5, 5e5];

/** A guard interval, and the drift without which it was found, Hz per second. */
export type SteadyGuard = Guard & { slope: number };

/**
 * Finds a guard interval as {@link guardOf} does, also if the carrier drifts: x[n+u]·x*[n] then turns at the slope times u. The excess becomes smaller with
 * each drift that is tried.
 */
export function steadyGuardOf(signal: Sampled, widthHz: number): SteadyGuard | undefined {
  const found = guardOf(signal, widthHz);
  if (!found) return undefined;
  if (found.excess >= FOUND) return { ...found, slope: 0 };
  const { slope, trials } = driftOfGuards(signal, widthHz);
  const steady = slope === 0 ? undefined : guardOf(withoutDrift(signal, slope), widthHz);
  const excess = steady ? steady.excess - Math.log(trials) : -Infinity;
  return steady && excess > Math.max(CLEAR, found.excess) ? { ...steady, excess, slope } : { ...found, slope: 0 };
}

function driftOfGuards({ samples, sampleRateHz }: Sampled, widthHz: number): { slope: number; trials: number } {
  const length = Math.min(SEARCHED, samples.length / 2);
  const skipped = Math.floor((samples.length / 2 - length) / 2);
  const middle = samples.subarray(2 * skipped, 2 * (skipped + length));
  const part = Math.floor(length / PARTS);
  const oversampling = sampleRateHz / widthHz;
  const [least, most] = [Math.ceil(LEAST * oversampling), Math.min(MOST * oversampling, MOST_SHARE * part)];
  const levels = levelsOf(middle, part, Math.floor(most)).subarray(least);
  let best = { slope: 0, power: 0 };
  let trials = 1;
  if (levels.length <= DELAYS) return { ...best, trials };
  const limit = valueOfRank(levels.slice(), levels.length - DELAYS);
  for (let i = 0; i < levels.length; i++) {
    if (levels[i] < limit) continue;
    const lag = least + i;
    const { bins, size } = productsOf(middle, lag);
    const binHz = sampleRateHz / ADDED / size;
    const delayS = lag / sampleRateHz;
    const reach = Math.min(size / 2 - 1, Math.floor((MOST_SLOPE * delayS) / binHz));
    trials += 2 * reach + 1;
    for (let k = -reach; k <= reach; k++) {
      const power = bins[(k + size) % size];
      if (power > best.power) best = { slope: (k * binHz) / delayS, power };
    }
  }
  return { slope: best.slope, trials };
}

/** Returns the squared magnitudes of the autocorrelation, added over the parts. */
function levelsOf(samples: Float64Array, part: number, most: number): Float64Array {
  const size = fastLength(part + most + 1);
  const levels = new Float64Array(most);
  for (let from = 0; from + part <= samples.length / 2; from += part) {
    const powers = binPowers(samples.subarray(2 * from, 2 * (from + part)), size);
    const correlation = transformOf(
      size,
      (bins) => {
        for (let i = 0; i < size; i++) bins[2 * i] = powers[i];
      },
      true,
    );
    for (let lag = 0; lag < most; lag++) levels[lag] += correlation[2 * lag] ** 2 + correlation[2 * lag + 1] ** 2;
  }
  return levels;
}

/** Returns the spectrum of x[n+lag]·x*[n], of which neighbours are added. */
function productsOf(samples: Float64Array, lag: number): { bins: Float64Array; size: number } {
  const count = Math.floor((samples.length / 2 - lag) / ADDED);
  const sums = new Float64Array(2 * count);
  for (let n = 0; n < count * ADDED; n++) {
    const at = 2 * Math.floor(n / ADDED);
    const [a, b, c, d] = [samples[2 * n], samples[2 * n + 1], samples[2 * (n + lag)], samples[2 * (n + lag) + 1]];
    sums[at] += c * a + d * b;
    sums[at + 1] += d * a - c * b;
  }
  const size = fastLength(2 * count);
  return { bins: binPowers(sums, size), size };
}
