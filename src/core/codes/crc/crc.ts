/** Cyclic redundancy checks of 24 bits: of a transport block (A) and of one code block among several (B). */
export type CrcName = "24A" | "24B";

export const CRC_BITS = 24;

/** The check of a frame of `length` bits, as the generator of random frames takes it. */
export const crcCheck = (length: number, name: CrcName) => ({ bits: CRC_BITS, syndromes: crcSyndromes(length, name) });

/** Coefficients of D²³ … D⁰ of the generator, without D²⁴. Source: 3GPP TS 36.212, 5.1.1. */
const POLYNOMIAL: Record<CrcName, number> = { "24A": 0x864cfb, "24B": 0x800063 };

/** 1 · D modulo the generator, one step of the shift register. */
const step = (remainder: number, polynomial: number) =>
  ((remainder << 1) ^ (remainder >>> 23 ? polynomial : 0)) & 0xffffff;

/**
 * The 24 parity bits of a list of bits (0 or 1), in transmission order: the remainder of
 * bits(D)·D²⁴, the first bit being the highest coefficient.
 */
export function crcBits(bits: ArrayLike<number>, name: CrcName): Uint8Array {
  let remainder = 0;
  for (let k = 0; k < bits.length; k++) {
    remainder = step(remainder ^ (bits[k] << 23), POLYNOMIAL[name]);
  }
  return Uint8Array.from({ length: CRC_BITS }, (_, k) => (remainder >>> (23 - k)) & 1);
}

/**
 * The contribution of each bit of a codeword to its syndrome: bit k, D^{K−1−k} modulo the generator. The check holds when the
 * syndromes of all bits that are 1 (the last 24 are the parity) sum to 0 by exclusive or.
 *
 * @returns u32 [length].
 */
export function crcSyndromes(length: number, name: CrcName): Uint32Array<ArrayBuffer> {
  const syndromes = new Uint32Array(length);
  for (let k = length - 1, power = 1; k >= 0; k--, power = step(power, POLYNOMIAL[name])) syndromes[k] = power;
  return syndromes;
}
