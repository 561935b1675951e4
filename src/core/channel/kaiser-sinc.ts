import { besselI0, kaiserBeta } from "../filter-design/fir/kaiser.ts";

/** Samples on each side of the instant between samples. */
export const SINC_REACH = 16;

/** Attenuation of images in dB; images of signals within ±0.41 of the sample rate begin at 0.59. */
const BETA = kaiserBeta(81);
const PEAK = besselI0(BETA);

/** Returns the weight of a sample t samples away in the interpolation of a signal: sinc(t) under a Kaiser window, |t| ≤ 16. */
export function kaiserSinc(t: number): number {
  if (t === 0) return 1;
  // At whole distances the sine is 0 exactly, so that a delay of whole samples copies them.
  if (Math.abs(t) >= SINC_REACH || Number.isInteger(t)) return 0;
  return ((Math.sin(Math.PI * t) / (Math.PI * t)) * besselI0(BETA * Math.sqrt(1 - (t / SINC_REACH) ** 2))) / PEAK;
}
