/** The generator of BCH(31,21): x¹⁰ + x⁹ + x⁸ + x⁶ + x⁵ + x³ + 1. Source: ITU-R M.584-2, annex 1. */
const GENERATOR = 0b111_0110_1001;

/** The remainder of the first 31 bits of a codeword, its first bit the highest. */
function remainder(word: number): number {
  let rest = word >>> 1;
  for (let bit = 30; bit >= 10; bit--) if ((rest >>> bit) & 1) rest ^= GENERATOR << (bit - 10);
  return rest;
}

/** The bits to flip, by the remainder that their errors leave: every one or two of the first 31 bits. */
const PATTERNS = (() => {
  const patterns = new Int32Array(1024);
  for (let a = 1; a < 32; a++) patterns[remainder(1 << a)] = 1 << a;
  for (let a = 1; a < 32; a++) {
    for (let b = a + 1; b < 32; b++) patterns[remainder((1 << a) | (1 << b))] = (1 << a) | (1 << b);
  }
  return patterns;
})();

/** The number of ones of a 32-bit word. */
export function onesOf(word: number): number {
  let count = 0;
  for (let rest = word; rest; rest &= rest - 1) count++;
  return count;
}

/**
 * Corrects up to two of the 32 bits of a codeword: 21 bits, 10 of BCH(31,21), and even parity.
 *
 * @returns The word and the number of corrected bits; undefined if more are wrong.
 */
export function correctedCodeword(word: number): { word: number; corrected: number } | undefined {
  const rest = remainder(word);
  const flips = PATTERNS[rest];
  if (rest && !flips) return undefined;
  const fixed = word ^ flips;
  const parity = onesOf(fixed) & 1;
  const corrected = onesOf(flips) + parity;
  return corrected > 2 ? undefined : { word: (fixed ^ parity) >>> 0, corrected };
}
