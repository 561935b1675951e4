import { KNOWN_BITS } from "../packet.ts";

/** The bits every packet starts with, in hexadecimal, most significant bit sent first: preamble, attached sync marker. */
const PREAMBLE = "CD98".repeat(8);
const MARKER = "034776C7272895B0";

const digits = PREAMBLE + MARKER;

/** The known bits in the order they are sent, 192 values 0 or 1; 1 stands for +1. */
export const knownBits: readonly number[] = Array.from({ length: KNOWN_BITS }, (_, k) => {
  return (Number.parseInt(digits[k >> 2], 16) >> (3 - (k & 3))) & 1;
});

/** The known bits packed as a packet's bits are: bit k is bit k % 32 of word k / 32; six words. */
export const knownWords: readonly number[] = Array.from({ length: KNOWN_BITS / 32 }, (_, word) => {
  return knownBits.slice(32 * word, 32 * word + 32).reduce((bits, bit, k) => (bits | (bit << k)) >>> 0, 0);
});
