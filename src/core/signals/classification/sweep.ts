import type { Sampled } from "../synchronizing/spectrum.ts";

/** How much a signal sweeps linearly. */
export interface LinearSweep {
  /** Share of the power squared that keeps its phase after two products with a delay: 1 for an endless sweep. */
  share: number;
  /** Hz per second. */
  slope: number;
}

/** Delays in units of 1/bandwidth, and the least angle that is not a constant frequency, rad. */
const [DELAYS, LEAST_ANGLE] = [[3, 5, 8, 13, 21, 34, 55, 89], 0.2];

/**
 * A sweep times its delayed conjugate is a tone; the tone times its delayed conjugate is a constant with an angle of 2π·slope·delay².
 * The sweep may restart, and its tone may jump: the constant stays.
 *
 * @param signal A band of the given width.
 * @param signalPower Its power without noise.
 */
export function linearSweepOf({ samples, sampleRateHz }: Sampled, widthHz: number, signalPower: number): LinearSweep {
  let best: LinearSweep = { share: 0, slope: 0 };
  const length = samples.length / 2;
  for (const delay of DELAYS) {
    const step = Math.max(1, Math.round((delay * sampleRateHz) / widthHz));
    if (2 * step > length / 4) break;
    // x[n+2d]·x*[n+d]·(x[n+d]·x*[n])* = x[n+2d]·x*[n+d]²·x[n]
    let re = 0;
    let im = 0;
    const count = length - 2 * step;
    for (let n = 0; n < 2 * count; n += 2) {
      const a = samples[n];
      const b = samples[n + 1];
      const c = samples[n + 2 * step];
      const d = samples[n + 2 * step + 1];
      const e = samples[n + 4 * step];
      const f = samples[n + 4 * step + 1];
      const outerRe = e * a - f * b;
      const outerIm = e * b + f * a;
      const squareRe = c * c - d * d;
      const squareIm = -2 * c * d;
      re += outerRe * squareRe - outerIm * squareIm;
      im += outerRe * squareIm + outerIm * squareRe;
    }
    const share = Math.hypot(re, im) / count / signalPower ** 2;
    const angle = Math.atan2(im, re);
    if (Math.abs(angle) < LEAST_ANGLE || share <= best.share) continue;
    best = { share, slope: angle / (2 * Math.PI) / (step / sampleRateHz) ** 2 };
  }
  return best;
}
