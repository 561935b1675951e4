import { checkedChoice, checkedInteger, wordsOf } from "../../gpu/rows.ts";
import type { Decoding } from "../code.ts";
import type { PuncturedRate } from "./puncturing.ts";

/** Constraint length of the code: a coded bit depends on this many information bits. */
export const CONSTRAINT = 7;
const RATES: Readonly<Record<PuncturedRate, number>> = { "1/2": 1 / 2, "2/3": 2 / 3, "3/4": 3 / 4 };

/**
 * Returns the stages by which a window extends beyond both of its ends: 10·7/(1 − r) for code rate r, rounded up to a
 * multiple of 8. The usual rule for a traceback is a quarter of it. Measured on frames of 640 bits in windows of 32 bits:
 * with half of it, 5 of 100 frames at rate 3/4 differ from the maximum-likelihood path where 75 of 100 are in error;
 * with all of it, none of 200 differs at rates 1/2 and 3/4, and 1 of 200 at rate 2/3 (with 75 % of the frames in error).
 */
export const overlapOf = (rate: PuncturedRate) => 8 * Math.ceil((10 * CONSTRAINT) / (1 - RATES[rate]) / 8);

/**
 * Words of 32 information bits per usual window. Longer windows spend less time on their overlaps; shorter ones occupy
 * the GPU.
 */
export const WINDOW_WORDS = 32;

/** Returns the number of windows with at most about 1024 information bits. */
export const usualConvolutionalWindows = (information: number) => Math.ceil(information / (32 * WINDOW_WORDS));

/** Information bits per window of the soft decoder, which keeps 32 times as much of a stage as the Viterbi algorithm. */
const SOFT_WINDOW_BITS = 128;

/** Returns the number of windows with at most about 128 information bits. */
export const usualSoftWindows = (information: number) => Math.ceil(information / SOFT_WINDOW_BITS);

/** @throws RangeError for settings of other families: a decoder of one algorithm runs once, and never stops early. */
export function checkSingleRun(label: string, only: string, { algorithm, iterations, stop = "none" }: Decoding): void {
  checkedChoice(label, "algorithm", algorithm, [only]);
  if (iterations !== 1) throw new RangeError(`${label}: iterations must be 1, got ${iterations}`);
  checkedChoice(label, "stop", stop, ["none"]);
}

/** Returns the 32-bit words per window; all windows hold at least one word. @throws RangeError when no such division exists. */
export function windowWords(label: string, information: number, windows: number): number {
  const words = wordsOf(information);
  checkedInteger(label, "windows", windows, 1, words);
  return Math.ceil(words / windows);
}
