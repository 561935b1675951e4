import { wordsOf } from "../../gpu/rows.ts";
import type { Decoding } from "../code.ts";
import type { PuncturedRate } from "./puncturing.ts";

/** Constraint length of the code: a coded bit depends on this many information bits. */
const CONSTRAINT = 7;
const RATES: Readonly<Record<PuncturedRate, number>> = { "1/2": 1 / 2, "2/3": 2 / 3, "3/4": 3 / 4 };

/**
 * Returns the stages by which a window extends beyond both of its ends: 5·7/(1 − r) for code rate r, rounded up to a
 * multiple of 8. Survivors merge within a smaller number with near certainty; the usual rule is half of it.
 */
export const overlapOf = (rate: PuncturedRate) => 8 * Math.ceil((5 * CONSTRAINT) / (1 - RATES[rate]) / 8);

/** Information bits of a usual window. Longer windows spend less time on their overlaps; shorter ones occupy the GPU. */
const WINDOW_BITS = 512;

/** Returns the number of windows with about 512 information bits. */
export const usualConvolutionalWindows = (information: number) => Math.ceil(information / WINDOW_BITS);

/** @throws RangeError for settings of other families: the Viterbi algorithm runs once, and never stops early. */
export function checkViterbi({ algorithm, iterations, stop = "none" }: Decoding): void {
  const label = "convolutional/decoder";
  if (algorithm !== "viterbi") {
    throw new RangeError(`${label}: algorithm must be "viterbi", got ${JSON.stringify(algorithm)}`);
  }
  if (iterations !== 1) throw new RangeError(`${label}: iterations must be 1, got ${iterations}`);
  if (stop !== "none") throw new RangeError(`${label}: stop must be "none", got ${JSON.stringify(stop)}`);
}

/** Returns the 32-bit words per window; all windows hold at least one word. @throws RangeError when no such division exists. */
export function windowWords(label: string, information: number, windows: number): number {
  const words = wordsOf(information);
  if (!Number.isInteger(windows) || windows < 1 || windows > words) {
    throw new RangeError(`${label}: windows must be an integer, 1 to ${words}, got ${windows}`);
  }
  return Math.ceil(words / windows);
}
