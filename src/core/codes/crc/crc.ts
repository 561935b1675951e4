/** A cyclic redundancy check. */
export interface Crc {
  bits: number;
  /** Coefficients of the generator, the highest power first, without the highest. */
  polynomial: number;
  /** The shift register before the first bit. */
  initial: number;
  /** A constant that is XORed with the remainder before it is sent. */
  final: number;
}

const CRCS = {
  /** Of a transport block. Source: 3GPP TS 36.212, 5.1.1, and TS 38.212, 5.1. */
  "24A": { bits: 24, polynomial: 0x864cfb, initial: 0, final: 0 },
  /** Of one code block among several. Source: 3GPP TS 36.212, 5.1.1, and TS 38.212, 5.1. */
  "24B": { bits: 24, polynomial: 0x800063, initial: 0, final: 0 },
  /** Of control information. Source: 3GPP TS 38.212, 5.1, as for the next three. */
  "24C": { bits: 24, polynomial: 0xb2b117, initial: 0, final: 0 },
  /** Of a transport block of at most 3824 bits. */
  "16": { bits: 16, polynomial: 0x1021, initial: 0, final: 0 },
  /** Of at least 20 bits of uplink control information. */
  "11": { bits: 11, polynomial: 0x621, initial: 0, final: 0 },
  /** Of 12 to 19 bits of uplink control information. */
  "6": { bits: 6, polynomial: 0x21, initial: 0, final: 0 },
  /** Of the signal fields of IEEE 802.11n and later. Source: IEEE Std 802.11-2020, 19.3.9.4.4. */
  "8": { bits: 8, polynomial: 0x07, initial: 0xff, final: 0xff },
  /** Of HDLC frames; each octet's least significant bit comes first. Source: ITU-T X.25, 2.2.7.4. */
  "X.25": { bits: 16, polynomial: 0x1021, initial: 0xffff, final: 0xffff },
  /** Of Bluetooth LE advertising; each octet's least significant bit comes first. Source: Bluetooth Core Specification 5.4, vol. 6 part B, 3.1.1. */
  BLE: { bits: 24, polynomial: 0x00065b, initial: 0x555555, final: 0 },
  /** Of an IEEE 802 frame. Source: IEEE Std 802.11-2012, 8.2.4.8. */
  "32": { bits: 32, polynomial: 0x04c11db7, initial: 0xffffffff, final: 0xffffffff },
  /** Castagnoli's, of packets of the Cubesat Space Protocol; each octet's least significant bit comes first. Source: RFC 3720, 12.1. */
  "32C": { bits: 32, polynomial: 0x1edc6f41, initial: 0xffffffff, final: 0xffffffff },
} satisfies Record<string, Crc>;

/** The checks: of LTE and 5G NR by their length, of Wi-Fi ("32"), of Bluetooth, of X.25, and others. */
export type CrcName = keyof typeof CRCS;

/** The checks whose codewords form a linear code: the sum of two codewords is a codeword. */
export type LinearCrcName = Exclude<CrcName, "8" | "X.25" | "BLE" | "32" | "32C">;

export const isLinearCrc = (name: unknown): name is LinearCrcName =>
  typeof name === "string" && Object.hasOwn(CRCS, name) && CRCS[name as CrcName].initial === 0;

/**
 * Number of parity bits of a check.
 *
 * @example
 * ```ts
 * import { crcLength } from "threeray/codes";
 *
 * console.log(crcLength("24A"), crcLength("16")); // 24 16
 * ```
 */
export const crcLength = (name: CrcName): number => CRCS[name].bits;

/** Returns the check of a frame of `length` bits, as the generator of random frames takes it. */
export const crcCheck = (length: number, name: CrcName) => ({
  bits: CRCS[name].bits,
  syndromes: crcSyndromes(length, name),
  ofZeros: crcBits(new Uint8Array(length - CRCS[name].bits), name).reduce((sum, bit) => 2 * sum + bit, 0),
});

/** 1 · D modulo the generator, one step of the shift register. */
export const crcStep = (remainder: number, { bits, polynomial }: Pick<Crc, "bits" | "polynomial">) =>
  (((remainder << 1) ^ ((remainder >>> (bits - 1)) & 1 ? polynomial : 0)) & (-1 >>> (32 - bits))) >>> 0;

/**
 * The parity bits of a list of bits (0 or 1), in transmission order: for a linear check of B bits the remainder of
 * bits(D)·D^B, the first bit being the highest coefficient.
 *
 * @example
 * ```ts
 * import { crcBits } from "threeray/codes";
 *
 * // A message with its parity bits has no remainder.
 * const message = [1, 0, 1, 1, 0, 0, 1, 0];
 * const parity = crcBits(message, "24A");
 * console.log(crcBits([...message, ...parity], "24A").every((bit) => bit === 0)); // true
 * ```
 */
export function crcBits(bits: ArrayLike<number>, name: CrcName): Uint8Array {
  const crc = CRCS[name];
  let remainder = crc.initial;
  for (let k = 0; k < bits.length; k++) remainder = crcStep(remainder ^ (bits[k] << (crc.bits - 1)), crc);
  const parity = remainder ^ crc.final;
  return Uint8Array.from({ length: crc.bits }, (_, k) => (parity >>> (crc.bits - 1 - k)) & 1);
}

/**
 * The contribution of each bit of a codeword to its syndrome: bit k, D^{K−1−k} modulo the generator. A linear check holds when the
 * syndromes of all bits that are 1 (the last bits are the parity) sum to 0 by exclusive or.
 *
 * @returns u32 [length].
 */
export function crcSyndromes(length: number, name: CrcName): Uint32Array<ArrayBuffer> {
  const syndromes = new Uint32Array(length);
  for (let k = length - 1, power = 1; k >= 0; k--, power = crcStep(power, CRCS[name])) syndromes[k] = power;
  return syndromes;
}
