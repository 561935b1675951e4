import { impulseResponse } from "../filter-design/cascade.ts";
import { complexCascade } from "../filter-design/complex-sections.ts";
import { type Filter, isRecursive, tapsCount } from "../filter-design/registry.ts";

/** How a filter's responses in time settle. */
export interface Ringing {
  /** The last sample at which the impulse response exceeds 1 % of its peak. */
  last: number;
  /** False if it still exceeds 1 % at the end of the longest response that is computed: `last` is then a lower limit. */
  settled: boolean;
  /** Largest magnitude of the step response. */
  highestStep: number;
}

/** Part of its peak below which an impulse response counts as over. */
const FAINT = 0.01;
/** A response whose later half stays below this part of its peak does not rise above FAINT again: its poles' terms only decay. */
const GONE = 1e-4;
const SHORTEST = 256;
/** Samples after which the search ends: 2^18, some milliseconds of arithmetic. */
const LONGEST = 262_144;

/** Returns how a stable filter's impulse response decays, and how high its step response rises. */
export function ringing(filter: Filter): Ringing {
  for (let length = SHORTEST; ; length *= 2) {
    const whole = !isRecursive(filter);
    const { values, highestStep } = magnitudes(impulsePairs(filter, whole ? tapsCount(filter) : length));
    const peak = largest(values);
    const settled = whole || largest(values.subarray(values.length / 2)) < GONE * peak;
    if (!settled && length < LONGEST) continue;
    return { last: values.findLastIndex((value) => value > FAINT * peak), settled, highestStep };
  }
}

/**
 * Returns the first samples of a filter's impulse response as complex pairs, with zeros behind the taps of a FIR filter.
 */
export function impulsePairs(filter: Filter, length: number): Float64Array {
  const unit = () => new Float64Array(2 * length).fill(1, 0, 1);
  if (filter.kind === "complex-iir") return complexCascade(filter.sections, unit());
  if (filter.kind === "complex-fir") return Float64Array.from({ length: 2 * length }, (_, i) => filter.taps[i] ?? 0);
  const real = filter.kind === "iir" ? impulseResponse(filter.sections, length) : filter.taps;
  return Float64Array.from({ length: 2 * length }, (_, i) => (i % 2 ? 0 : (real[i / 2] ?? 0)));
}

/** |h[n]| of the first samples, and the step response's largest magnitude in them. */
function magnitudes(pairs: Float64Array) {
  const values = new Float64Array(pairs.length / 2);
  let [re, im, highestStep] = [0, 0, 0];
  for (let n = 0; n < values.length; n++) {
    values[n] = Math.hypot(pairs[2 * n], pairs[2 * n + 1]);
    re += pairs[2 * n];
    im += pairs[2 * n + 1];
    highestStep = Math.max(highestStep, Math.hypot(re, im));
  }
  return { values, highestStep };
}

const largest = (values: Float64Array) => values.reduce((most, value) => Math.max(most, value), 0);
