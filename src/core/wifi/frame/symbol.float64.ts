import { fft } from "../../fft/fft.float64.ts";
import {
  binOf,
  DATA_CARRIERS,
  FFT_LENGTH,
  GUARD_SAMPLES,
  PILOT_CARRIERS,
  PILOT_POLARITY,
  PILOTS,
  SYMBOL_SAMPLES,
} from "./symbol.ts";

/** A stretch of a frame with the same carriers throughout. */
export interface Segment {
  /** Complex [64] by bin. */
  carriers: Readonly<Float64Array>;
  /** Samples. */
  length: number;
  /** Samples before the first whole period. */
  guard: number;
}

/** Returns the carriers of a symbol, complex [64] by bin: 48 data points and four pilots. Symbol 0 is SIGNAL. */
export function symbolCarriers(points: Float64Array, symbol: number): Float64Array {
  const bins = new Float64Array(2 * FFT_LENGTH);
  for (const [i, carrier] of DATA_CARRIERS.entries()) bins.set(points.subarray(2 * i, 2 * i + 2), 2 * binOf(carrier));
  const polarity = PILOT_POLARITY[symbol % PILOT_POLARITY.length];
  for (const [i, carrier] of PILOT_CARRIERS.entries()) bins[2 * binOf(carrier)] = polarity * PILOTS[i];
  return bins;
}

/** A symbol of a frame as a segment. */
export const symbolSegment = (points: Float64Array, symbol: number): Segment => ({
  carriers: symbolCarriers(points, symbol),
  length: SYMBOL_SAMPLES,
  guard: GUARD_SAMPLES,
});

/**
 * Returns the weight of sample n of a segment. It rises as sin² over `transition` samples around 0, and falls in the same way
 * around `length`.
 * Source: IEEE Std 802.11-2012, 18.3.2.5.
 */
export function windowValue(n: number, length: number, transition: number): number {
  const ramp = (t: number) => Math.sin((Math.PI / 2) * Math.min(1, Math.max(0, 0.5 + t / transition))) ** 2;
  return ramp(n) * ramp(length - n);
}

/**
 * Returns the samples of segments one after the other, complex. Neighbours overlap by the transition.
 * Sample `transition/2 − 1` is the first segment's sample 0, and as many samples follow the last segment's end.
 *
 * @param transition Duration of the windows' slopes in samples, even, at least 2.
 */
export function joinSegments(segments: readonly Segment[], transition: number): Float64Array {
  const reach = transition / 2 - 1;
  const total = segments.reduce((sum, { length }) => sum + length, 0);
  const samples = new Float64Array(2 * (total + 2 * reach + 1));
  let start = reach;
  for (const { carriers, length, guard } of segments) {
    const period = fft(Float64Array.from(carriers), true);
    for (let n = -reach; n <= length + reach; n++) {
      const weight = windowValue(n, length, transition);
      const from = 2 * ((n - guard + 2 * FFT_LENGTH) % FFT_LENGTH);
      samples[2 * (start + n)] += weight * period[from];
      samples[2 * (start + n) + 1] += weight * period[from + 1];
    }
    start += length;
  }
  return samples;
}
