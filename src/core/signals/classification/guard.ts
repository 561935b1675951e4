import { fft } from "../../fft/fft.float64.ts";
import type { Sampled } from "../synchronizing/spectrum.ts";

/** A guard interval that repeats the end of each OFDM symbol. */
export interface Guard {
  /** Useful part and guard interval, in seconds. */
  usefulS: number;
  guardS: number;
  /** Power of the repetition, summed over the guard intervals, over its mean for noise. Noise exceeds x with e^−x per trial. */
  strength: number;
}

/** Guard intervals over useful parts that are tried. LTE has about 1/14. */
const GUARDS = [1 / 4, 1 / 8, 1 / 14, 1 / 16, 1 / 32];
/** Peaks of the autocorrelation that are tried, parts of an OFDM symbol, and least delay in units of 1/bandwidth. */
const [PEAKS, PARTS, LEAST] = [60, 128, 24];

/**
 * Finds a delay, the useful part, at which a signal repeats itself during one part of each period.
 *
 * @param signal A band of the given width.
 */
export function guardOf({ samples, sampleRateHz }: Sampled, widthHz: number): Guard | undefined {
  const length = samples.length / 2;
  const size = 2 ** Math.ceil(Math.log2(2 * length));
  const padded = new Float64Array(2 * size);
  padded.set(samples);
  const bins = fft(padded);
  for (let k = 0; k < 2 * size; k += 2) {
    bins[k] = bins[k] ** 2 + bins[k + 1] ** 2;
    bins[k + 1] = 0;
  }
  const correlation = fft(bins, true);
  const power = correlation[0] / length;
  const levelAt = (lag: number) => Math.hypot(correlation[2 * lag], correlation[2 * lag + 1]);
  const least = Math.ceil((LEAST * sampleRateHz) / widthHz);
  const lags: number[] = [];
  for (let lag = least; lag < length / 5; lag++) {
    if (levelAt(lag) < levelAt(lag - 1) || levelAt(lag) < levelAt(lag + 1)) continue;
    if (lags.length === PEAKS && levelAt(lag) <= levelAt(lags[PEAKS - 1])) continue;
    lags.push(lag);
    lags.sort((a, b) => levelAt(b) - levelAt(a));
    if (lags.length > PEAKS) lags.pop();
  }
  let best: Guard | undefined;
  for (const lag of lags) {
    for (const guard of GUARDS) {
      const strength = folded(samples, lag, guard) / power ** 2 / (sampleRateHz / widthHz);
      if (strength > (best?.strength ?? 0))
        best = { usefulS: lag / sampleRateHz, guardS: (guard * lag) / sampleRateHz, strength };
    }
  }
  return best;
}

/** Folds x[n+lag]·x*[n] at the period of the OFDM symbol. Returns the largest power of a window as long as the guard, per product. */
function folded(samples: Float64Array, lag: number, guard: number): number {
  const period = lag * (1 + guard);
  const sums = new Float64Array(2 * PARTS);
  const count = samples.length / 2 - lag;
  for (let n = 0; n < count; n++) {
    const part = 2 * Math.floor(((n / period) % 1) * PARTS);
    const [a, b, c, d] = [samples[2 * n], samples[2 * n + 1], samples[2 * (n + lag)], samples[2 * (n + lag) + 1]];
    sums[part] += c * a + d * b;
    sums[part + 1] += d * a - c * b;
  }
  const window = Math.max(1, Math.round((PARTS * guard) / (1 + guard)));
  let most = 0;
  for (let from = 0; from < PARTS; from++) {
    let [re, im] = [0, 0];
    for (let i = from; i < from + window; i++) {
      re += sums[2 * (i % PARTS)];
      im += sums[2 * (i % PARTS) + 1];
    }
    most = Math.max(most, re * re + im * im);
  }
  return most / ((count * window) / PARTS);
}

/** Most samples that refine a delay. */
const MOST = 2 ** 18;

/** Refines the delay with a band of a higher rate. @param found From the same band at a lower rate. */
export function finerGuard({ samples, sampleRateHz }: Sampled, found: Guard): Pick<Guard, "usefulS" | "guardS"> {
  const part = samples.subarray(0, 2 * MOST);
  const guard = found.guardS / found.usefulS;
  const near = Math.round(found.usefulS * sampleRateHz);
  const reach = 9;
  const levels = Array.from({ length: 2 * reach + 1 }, (_, i) => folded(part, near - reach + i, guard));
  const i = Math.min(2 * reach - 1, Math.max(1, levels.indexOf(Math.max(...levels))));
  const bend = levels[i - 1] - 2 * levels[i] + levels[i + 1];
  const shift = bend < 0 ? Math.max(-1, Math.min(1, (levels[i - 1] - levels[i + 1]) / (2 * bend))) : 0;
  const usefulS = (near - reach + i + shift) / sampleRateHz;
  return { usefulS, guardS: guard * usefulS };
}
