import { TAIL } from "./code.ts";

/** The taps of A and B on the bits u[t], u[t − 1], … u[t − 6]: 133 and 171 in octal. */
const GENERATORS = [0o133, 0o171].map((octal) => Array.from({ length: 7 }, (_, delay) => (octal >> (6 - delay)) & 1));

/** Returns the coded bits A B of a step, from the bits u[t], u[t − 1], … u[t − 6]. */
export const coded = (bits: readonly number[]): number[] =>
  GENERATORS.map((taps) => taps.reduce((sum, tap, delay) => sum ^ (tap & bits[delay]), 0));

/** Returns the 2K + 12 coded bits of K information bits, all 0 or 1, in the order of the kernel. */
export function encodeConvolutional(bits: ArrayLike<number>): number[] {
  const steps = Array.from({ length: bits.length + TAIL }, (_, t) => t);
  return steps.flatMap((t) => coded([0, 1, 2, 3, 4, 5, 6].map((delay) => bits[t - delay] ?? 0)));
}
