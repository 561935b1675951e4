import { fft } from "../../fft/fft.float64.ts";
import type { Sampled } from "../synchronizing/spectrum.ts";

/** Largest drift over the burst that is searched, Hz; longer bursts drift in other ways than linearly, s. */
const [MOST_HZ, LONGEST_S] = [3000, 0.15];
/** Steps between slopes, in drifts of one cycle per length over the burst; and smaller steps around the best one. */
const [STEP, FINER] = [2, [1, 0.5, 0.25]];

/**
 * Finds the linear drift of a carrier, in Hz per second: without this drift its line is strongest. Returns 0 for long bursts.
 *
 * @param signal A narrow band around the carrier.
 */
export function driftOf(signal: Sampled): number {
  const length = signal.samples.length / 2;
  const seconds = length / signal.sampleRateHz;
  if (seconds > LONGEST_S) return 0;
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, length)));
  const padded = new Float64Array(2 * size);
  const lineAt = (slope: number) => {
    padded.fill(0);
    padded.set(withoutDrift(signal, slope).samples);
    const bins = fft(padded);
    let most = 0;
    for (let k = 0; k < bins.length; k += 2) most = Math.max(most, bins[k] ** 2 + bins[k + 1] ** 2);
    return most;
  };
  const unit = 1 / seconds ** 2;
  let best = { slope: 0, power: lineAt(0) };
  const attempt = (slope: number) => {
    const power = lineAt(slope);
    if (power > best.power) best = { slope, power };
  };
  for (let drift = STEP; drift <= MOST_HZ * seconds; drift += STEP) {
    attempt(drift * unit);
    attempt(-drift * unit);
  }
  for (const step of FINER) {
    const { slope } = best;
    attempt(slope + step * unit);
    attempt(slope - step * unit);
  }
  return best.slope;
}

/** Removes a linear drift. The frequency in the middle stays. */
export function withoutDrift<Signal extends Sampled>(signal: Signal, slope: number): Signal {
  if (slope === 0) return signal;
  const { samples, sampleRateHz } = signal;
  const result = new Float64Array(samples.length);
  const middle = (samples.length / 2 - 1) / 2;
  for (let n = 0; n < samples.length / 2; n++) {
    const angle = -Math.PI * slope * ((n - middle) / sampleRateHz) ** 2;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    result[2 * n] = samples[2 * n] * c - samples[2 * n + 1] * s;
    result[2 * n + 1] = samples[2 * n] * s + samples[2 * n + 1] * c;
  }
  return { ...signal, samples: result };
}
