import { windowValues } from "../../../filter-design/windows.ts";
import type { SteadyCarrier } from "../../detection.ts";
import { valueOfRank } from "../ranks.ts";
import { toneNear } from "./removal.ts";

/** Degree of the polynomial of time that is the logarithm of a carrier's complex amplitude: oscillators drift. */
const DEGREE = 3;
/** Largest error of a block that counts, relative to the carrier, and least share of such blocks: bursts may lie over the others. */
const [MOST_ERROR, LEAST_SHARE] = [0.5, 0.6];
/** Steps of a fit, first steps with that largest error, its factor in each further step, and the least one, relative to the median error. */
const [STEPS, FIRST_STEPS, NARROWER, OUTLIER] = [16, 4, 1 / 3, 3];
/** Blocks overlap: each has this many steps, under a window, so that other carriers have no influence. */
const OVERLAP = 4;
/** Sections of a carrier that are compared with its fit, and their largest mean error, relative to the carrier. */
const [SECTIONS, MOST_MEAN_ERROR] = [16, 0.05];

/** A carrier exp(p + j2π·cycles·n), where p changes slowly. */
export interface Wave {
  /** Cycles per sample. */
  cycles: number;
  /** Complex p at the middles of blocks, interleaved: level and phase. */
  logs: Float64Array;
  /** The middle of the first block, and samples from one to the next. */
  middle: number;
  step: number;
}

type Place = Pick<SteadyCarrier, "hz" | "withinHz">;

/**
 * Subtracts carriers from samples, in place, and returns those that it subtracted. It leaves a carrier that steps, that is not on all the time, or that
 * changes in other ways than slowly. What it subtracts has few parameters, so signals over a carrier stay as they are.
 *
 * @param samples Complex samples, interleaved. @param carriers The strongest first. @param step Samples in which a carrier's phase hardly turns by its error of frequency.
 */
export function subtractCarriers<Carrier extends Place>(
  samples: Float32Array,
  carriers: readonly Carrier[],
  { sampleRateHz, step }: { sampleRateHz: number; step: number },
): { carrier: Carrier; wave: Wave }[] {
  const window = windowValues("blackman", OVERLAP * step, true);
  const sum = window.reduce((total, value) => total + value, 0);
  const means = { step, weights: window.map((value) => value / sum) };
  return carriers.flatMap((carrier) => {
    const near = carrier.hz / sampleRateHz;
    const tone = toneNear(mixedDown(samples, near, means), 0, (carrier.withinHz * step) / sampleRateHz);
    const cycles = near + tone.cycles / step;
    const logs = logsOf(mixedDown(samples, cycles, means));
    if (!logs) return [];
    const wave = { cycles, logs, middle: (OVERLAP * step) / 2, step };
    subtract(samples, wave);
    return [{ carrier, wave }];
  });
}

/**
 * Mixes samples from a frequency to 0, and returns a weighted sum of them for each step.
 *
 * @param samples Complex samples, interleaved. @param weights Of the samples from the first one of a step on.
 */
export function mixedDown(
  samples: Float32Array | Float64Array,
  cycles: number,
  { step, weights }: { step: number; weights: Float64Array },
): Float64Array {
  const size = weights.length;
  const sums = new Float64Array(2 * Math.max(0, Math.floor((samples.length / 2 - size) / step) + 1));
  const [turnRe, turnIm] = [Math.cos(2 * Math.PI * cycles), -Math.sin(2 * Math.PI * cycles)];
  for (let b = 0; b < sums.length / 2; b++) {
    const angle = -2 * Math.PI * ((cycles * b * step) % 1);
    let [c, s, re, im] = [Math.cos(angle), Math.sin(angle), 0, 0];
    for (let n = 0, i = 2 * b * step; n < size; n++, i += 2) {
      const x = weights[n] * samples[i];
      const y = weights[n] * samples[i + 1];
      re += c * x - s * y;
      im += c * y + s * x;
      const next = c * turnRe - s * turnIm;
      s = c * turnIm + s * turnRe;
      c = next;
    }
    sums[2 * b] = re;
    sums[2 * b + 1] = im;
  }
  return sums;
}

/** Fits a carrier to the means of blocks, mixed to about 0. Returns undefined if it differs from its fit for some time. */
function logsOf(means: Float64Array): Float64Array | undefined {
  const count = means.length / 2;
  if (count < SECTIONS) return undefined;
  let [re, im] = [0, 0];
  for (let b = 0; b < count; b++) [re, im] = [re + means[2 * b] / count, im + means[2 * b + 1] / count];
  const [level, phase] = [Math.log(Math.hypot(re, im)), Math.atan2(im, re)];
  const logs = means.map((_, i) => (i % 2 ? phase : level));
  for (let step = 0; step < STEPS; step++) {
    const errors = errorsOf(means, logs);
    // Step by step: blocks that a burst disturbs must go before those that its influence on the fit moves.
    const most = MOST_ERROR * NARROWER ** Math.max(0, step - FIRST_STEPS);
    fit(logs, errors, nearBlocks(errors, Math.max(most, Math.min(MOST_ERROR, OUTLIER * medianOf(errors)))));
  }
  const errors = errorsOf(means, logs);
  const share = nearBlocks(errors, MOST_ERROR).length / count;
  return share >= LEAST_SHARE && isFitting(errors) ? logs : undefined;
}

/** Returns what blocks differ from a fit by, relative to it. */
function errorsOf(means: Float64Array, logs: Float64Array): Float64Array {
  const errors = new Float64Array(means.length);
  for (let i = 0; i < means.length; i += 2) {
    const scale = Math.exp(-logs[i]);
    const [c, s] = [scale * Math.cos(logs[i + 1]), scale * Math.sin(logs[i + 1])];
    errors[i] = means[i] * c + means[i + 1] * s - 1;
    errors[i + 1] = means[i + 1] * c - means[i] * s;
  }
  return errors;
}

const sizesOf = (errors: Float64Array): Float64Array =>
  Float64Array.from({ length: errors.length / 2 }, (_, b) => Math.hypot(errors[2 * b], errors[2 * b + 1]));

const medianOf = (errors: Float64Array): number => valueOfRank(sizesOf(errors), errors.length >> 2);

function nearBlocks(errors: Float64Array, most: number): number[] {
  const sizes = sizesOf(errors);
  return Array.from(sizes.keys()).filter((b) => sizes[b] <= most);
}

/** Adds the polynomials that fit the logarithms of some blocks best. */
function fit(logs: Float64Array, errors: Float64Array, near: readonly number[]): void {
  for (const polynomial of polynomials(logs.length / 2, near)) {
    let [level, phase] = [0, 0];
    for (const b of near) {
      const [x, y] = [1 + errors[2 * b], errors[2 * b + 1]];
      level += polynomial[b] * Math.log(Math.hypot(x, y));
      phase += polynomial[b] * Math.atan2(y, x);
    }
    for (let b = 0; b < polynomial.length; b++) {
      logs[2 * b] += level * polynomial[b];
      logs[2 * b + 1] += phase * polynomial[b];
    }
  }
}

/** Returns polynomials of time that are orthonormal over some of the blocks. */
function polynomials(count: number, blocks: readonly number[]): Float64Array[] {
  const found: Float64Array[] = [];
  for (let degree = 0; degree <= DEGREE; degree++) {
    const next = Float64Array.from({ length: count }, (_, b) => ((2 * b) / count - 1) ** degree);
    for (const lower of found) {
      const share = blocks.reduce((sum, b) => sum + lower[b] * next[b], 0);
      for (let b = 0; b < count; b++) next[b] -= share * lower[b];
    }
    const size = Math.sqrt(blocks.reduce((sum, b) => sum + next[b] ** 2, 0));
    if (size > 0) found.push(next.map((value) => value / size));
  }
  return found;
}

/** Tells whether the mean error is small in each section: bursts over a carrier have little of their power at its frequency, and a step has all of it. */
function isFitting(errors: Float64Array): boolean {
  const count = errors.length / 2;
  return Array.from({ length: SECTIONS }).every((_, section) => {
    const [from, to] = [section, section + 1].map((edge) => Math.round((edge * count) / SECTIONS));
    let [re, im] = [0, 0];
    for (let b = from; b < to; b++) [re, im] = [re + errors[2 * b], im + errors[2 * b + 1]];
    return Math.hypot(re, im) <= MOST_MEAN_ERROR * (to - from);
  });
}

/** Returns the amplitude and the phase of a carrier at a sample, also beyond its blocks, and their changes per sample: the amplitude's is a factor. */
export function waveAt({ cycles, logs, middle, step }: Wave, n: number) {
  const last = logs.length / 2 - 1;
  const b = Math.max(0, Math.min(last, Math.round((n - middle) / step)));
  const [before, after] = [Math.max(0, b - 1), Math.min(last, b + 1)];
  const slope = (part: 0 | 1) => (logs[2 * after + part] - logs[2 * before + part]) / (after - before) / step;
  const distance = n - middle - b * step;
  return {
    amplitude: Math.exp(logs[2 * b] + distance * slope(0)),
    growth: Math.exp(slope(0)),
    phase: 2 * Math.PI * ((cycles * n) % 1) + logs[2 * b + 1] + distance * slope(1),
    turn: 2 * Math.PI * cycles + slope(1),
  };
}

function subtract(samples: Float32Array, wave: Wave): void {
  const { step } = wave;
  for (let first = 0; first < samples.length / 2; first += step) {
    const { amplitude, growth, phase, turn } = waveAt(wave, first);
    const [turnRe, turnIm] = [growth * Math.cos(turn), growth * Math.sin(turn)];
    let [re, im] = [amplitude * Math.cos(phase), amplitude * Math.sin(phase)];
    const end = Math.min(samples.length, 2 * (first + step));
    for (let i = 2 * first; i < end; i += 2) {
      samples[i] -= re;
      samples[i + 1] -= im;
      const next = re * turnRe - im * turnIm;
      im = re * turnIm + im * turnRe;
      re = next;
    }
  }
}
