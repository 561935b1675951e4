import { binOf, FFT_LENGTH } from "./symbol.ts";

/** Signs of carriers −24, −20, … −4, and of 4, 8, … 24, of the short training. */
const SHORT_SIGNS = ["+-+--+", "--++++"].join("");

/** Signs of carriers −26 … −1, and of 1 … 26, of the long training. */
const LONG_SIGNS = ["++--++-+-++++++--++-+-++++", "+--++-+-+-----++--+-+-++++"].join("");

const carriersOf = (values: readonly (readonly [carrier: number, re: number, im: number])[]) => {
  const bins = new Float64Array(2 * FFT_LENGTH);
  for (const [carrier, re, im] of values) bins.set([re, im], 2 * binOf(carrier));
  return bins;
};

/** Carriers without carrier 0, rising, from −last to last. */
const around = (last: number, step: number) =>
  Array.from({ length: 1 + (2 * last) / step }, (_, i) => i * step - last).filter(Boolean);

const signOf = (sign: string) => (sign === "+" ? 1 : -1);

/**
 * Carriers of the short training, complex [64] by bin: every fourth carrier, so that the samples repeat after 16.
 * Source: IEEE Std 802.11-2012, 18.3.3.
 */
export const SHORT_TRAINING: Readonly<Float64Array> = carriersOf(
  around(24, 4).map((carrier, i) => {
    const value = Math.sqrt(13 / 6) * signOf(SHORT_SIGNS[i]);
    return [carrier, value, value];
  }),
);

/** Carriers of the long training, complex [64] by bin: 1 or −1 on all 52. Source: IEEE Std 802.11-2012, 18.3.3. */
export const LONG_TRAINING: Readonly<Float64Array> = carriersOf(
  around(26, 1).map((carrier, i) => [carrier, signOf(LONG_SIGNS[i]), 0]),
);
