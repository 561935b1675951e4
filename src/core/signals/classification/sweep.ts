import type { Sampled } from "../synchronizing/spectrum.ts";

/** How much a signal sweeps linearly. */
export interface LinearSweep {
  /** Share of the power squared that keeps its phase after two products with a delay: 1 for an endless sweep. */
  share: number;
  /** Hz per second. */
  slope: number;
}

/** Delays in units of 1/bandwidth, of which the first one only checks the next one, and the least angle that is not a constant frequency, rad. */
const [DELAYS, LEAST_ANGLE] = [[2, 3, 5, 8, 13, 21, 34, 55, 89], 0.2];

/**
 * A sweep times its delayed conjugate is a tone; the tone times its delayed conjugate is a constant with an angle of 2π·slope·delay².
 * The sweep may restart, and its tone may jump: the constant stays. A shorter delay must show the same slope: periodic signals have constants, too,
 * but their angles do not grow with the delay's square.
 *
 * @param signal A band of the given width.
 * @param signalPower Its power without noise.
 */
export function linearSweepOf({ samples, sampleRateHz }: Sampled, widthHz: number, signalPower: number): LinearSweep {
  const length = samples.length / 2;
  const square = meanSquare(samples, signalPower);
  let best = sweepBothWays({ samples, sampleRateHz }, widthHz, square);
  let before: { step: number; re: number; im: number } | undefined;
  for (const delay of DELAYS) {
    const step = Math.max(1, Math.round((delay * sampleRateHz) / widthHz));
    if (2 * step > length / 4) break;
    const now = { step, ...meanProduct(samples, step) };
    const angle = Math.atan2(now.im, now.re);
    const shorter = before;
    before = now;
    if (!shorter || shorter.step === step || Math.abs(angle) < LEAST_ANGLE) continue;
    const expected = angle * (shorter.step / step) ** 2;
    const agreeing = shorter.re * Math.cos(expected) + shorter.im * Math.sin(expected);
    const share = Math.min(Math.hypot(now.re, now.im), agreeing) / square;
    if (share > best.share) best = { share, slope: angle / (2 * Math.PI) / (step / sampleRateHz) ** 2 };
  }
  return best;
}

/** Delays at which sweeps both ways are looked for, in units of 1/bandwidth, their ratio, and most products of each. */
const [SHORTEST, LONGEST, FINER, PRODUCTS] = [2, 90, 1.06, 2 ** 13];
/** Share of the constant that a longer delay keeps at least, and that a shorter one has at most. */
const KEPT = 0.5;

/**
 * Finds sweeps some of which go up and others down. Their constants are conjugate, and cancel unless they are real: −1 at the delay where the angle is π, and 1 at √2 times
 * that delay. At 1/√2 of it they are imaginary. Frequencies that change by chance have no delay of a mean near −1.
 *
 * @param square Of the power without noise.
 */
function sweepBothWays({ samples, sampleRateHz }: Sampled, widthHz: number, square: number): LinearSweep {
  const length = samples.length / 2;
  const meanAt = (step: number) => {
    const each = Math.max(1, Math.floor((length - 2 * step) / PRODUCTS));
    return meanProduct(samples, step, each).re / square;
  };
  let best: LinearSweep = { share: 0, slope: 0 };
  let before = 0;
  for (let delay = SHORTEST; delay <= LONGEST; delay *= FINER) {
    const step = Math.round((delay * sampleRateHz) / widthHz);
    const longer = Math.round(Math.SQRT2 * step);
    if (2 * longer > length / 4) break;
    if (step === before) continue;
    before = step;
    const share = -meanAt(step);
    if (share <= best.share) continue;
    const isSweep = meanAt(longer) > KEPT * share && Math.abs(meanAt(Math.round(step / Math.SQRT2))) < KEPT * share;
    if (isSweep) best = { share, slope: 0.5 / (step / sampleRateHz) ** 2 };
  }
  return best;
}

/** Returns the mean of x[n+2d]·x*[n+d]·(x[n+d]·x*[n])* = x[n+2d]·x*[n+d]²·x[n]. @param each Of this many products, one counts. */
function meanProduct(samples: Float64Array, step: number, each = 1): { re: number; im: number } {
  let [re, im] = [0, 0];
  const count = Math.floor((samples.length / 2 - 2 * step - 1) / each) + 1;
  for (let n = 0; n < 2 * count * each; n += 2 * each) {
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
  return { re: re / count, im: im / count };
}

/** Returns the mean squared power of the signal without noise: the products of one with peaks are no larger. At least the square of its mean power. */
function meanSquare(samples: Float64Array, signalPower: number): number {
  let [power, square] = [0, 0];
  for (let n = 0; n < samples.length; n += 2) {
    const value = samples[n] ** 2 + samples[n + 1] ** 2;
    power += value;
    square += value * value;
  }
  const count = samples.length / 2;
  // Gaussian noise of power N adds 4·S·N + 2·N² to the mean square.
  const noise = Math.max(0, power / count - signalPower);
  return Math.max(signalPower ** 2, square / count - 4 * signalPower * noise - 2 * noise ** 2);
}
