import { binPowers, fastLength } from "../../fft/fft.float64.ts";
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
  const size = fastLength(length);
  const lineAt = (slope: number) => {
    let most = 0;
    const powers = binPowers(withoutDrift(signal, slope).samples, size);
    for (let k = 0; k < size; k++) if (powers[k] > most) most = powers[k];
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

/** Numbers between two exact phases. */
const TURNS = 1024;

/** Removes a linear drift. The frequency in the middle stays. */
export function withoutDrift<Signal extends Sampled>(signal: Signal, slope: number): Signal {
  if (slope === 0) return signal;
  const { samples, sampleRateHz } = signal;
  const result = new Float64Array(samples.length);
  const middle = (samples.length / 2 - 1) / 2;
  const bend = (-Math.PI * slope) / sampleRateHz ** 2;
  // The phase grows by bend·(2(n − middle) + 1) from a sample to the next one, and that step by twice the bend.
  const [turnRe, turnIm] = [Math.cos(2 * bend), Math.sin(2 * bend)];
  for (let from = 0; from < samples.length; from += TURNS) {
    const n = from / 2 - middle;
    let c = Math.cos(bend * n * n);
    let s = Math.sin(bend * n * n);
    let stepRe = Math.cos(bend * (2 * n + 1));
    let stepIm = Math.sin(bend * (2 * n + 1));
    for (let i = from; i < Math.min(samples.length, from + TURNS); i += 2) {
      result[i] = samples[i] * c - samples[i + 1] * s;
      result[i + 1] = samples[i] * s + samples[i + 1] * c;
      const next = c * stepRe - s * stepIm;
      s = c * stepIm + s * stepRe;
      c = next;
      const step = stepRe * turnRe - stepIm * turnIm;
      stepIm = stepRe * turnIm + stepIm * turnRe;
      stepRe = step;
    }
  }
  return { ...signal, samples: result };
}
