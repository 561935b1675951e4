import { STANDARD } from "./code.ts";

/** Returns the taps of generators on the bits u[t], u[t − 1], … u[t − ν]. */
const tapsOf = (generators: readonly number[]): number[][] => {
  const memory = 31 - Math.clz32(Math.max(...generators));
  return generators.map((generator) =>
    Array.from({ length: memory + 1 }, (_, delay) => (generator >> (memory - delay)) & 1),
  );
};

const STANDARD_TAPS = tapsOf(STANDARD);

/** Returns the coded bits A B of a step, from the bits u[t], u[t − 1], … u[t − ν]. */
export const coded = (bits: readonly number[], taps: readonly (readonly number[])[] = STANDARD_TAPS): number[] =>
  taps.map((own) => own.reduce((sum, tap, delay) => sum ^ (tap & bits[delay]), 0));

/** Returns the 2(K + ν) coded bits of K information bits and ν zeros, all 0 or 1, in the order of the kernel. */
export function encodeBy(generators: readonly number[], bits: ArrayLike<number>): number[] {
  const taps = tapsOf(generators);
  const memory = taps[0].length - 1;
  const steps = Array.from({ length: bits.length + memory }, (_, t) => t);
  return steps.flatMap((t) =>
    coded(
      taps[0].map((_, delay) => bits[t - delay] ?? 0),
      taps,
    ),
  );
}

/** Returns the 2K + 12 coded bits of K information bits by the generators 133 and 171. */
export const encodeConvolutional = (bits: ArrayLike<number>): number[] => encodeBy(STANDARD, bits);
