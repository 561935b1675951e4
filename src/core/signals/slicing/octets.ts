/** Which bit of an octet is sent first. */
export type OctetOrder = "highest first" | "lowest first";

/** Returns the octets of bits (characters 0 and 1) from a place. Bits that fill no octet are left out. */
export function octetsOf(bits: string, order: OctetOrder = "highest first", from = 0): Uint8Array {
  const octets = new Uint8Array(Math.max(0, Math.floor((bits.length - from) / 8)));
  for (let i = 0; i < 8 * octets.length; i++) {
    if (bits[from + i] === "1") octets[i >> 3] |= order === "highest first" ? 128 >> (i & 7) : 1 << (i & 7);
  }
  return octets;
}

/** Returns bits as hexadecimal digits. Bits that fill no digit are followed by zeros. */
export const hexOfBits = (bits: string): string =>
  Array.from({ length: Math.ceil(bits.length / 4) }, (_, k) =>
    Number.parseInt(bits.slice(4 * k, 4 * k + 4).padEnd(4, "0"), 2).toString(16),
  ).join("");

/** Returns the characters of octets; a dot stands for what cannot be printed. */
export const textOfBits = (bits: string, order?: OctetOrder, from = 0): string =>
  Array.from(octetsOf(bits, order, from), (octet) =>
    octet >= 0x20 && octet < 0x7f ? String.fromCharCode(octet) : ".",
  ).join("");

/**
 * Returns the bits of hexadecimal digits, or of 0 and 1 after "0b".
 *
 * @throws RangeError for other text.
 */
export function bitsOfText(text: string): string {
  const cleaned = text.replace(/[\s_]/g, "").toLowerCase();
  if (/^0b[01]+$/.test(cleaned)) return cleaned.slice(2);
  const digits = cleaned.replace(/^0x/, "");
  if (!/^[0-9a-f]+$/.test(digits)) {
    throw new RangeError(`a sync word is hexadecimal, or 0 and 1 after 0b, got “${text}”; for example 2dd4 or 0b1010`);
  }
  return Array.from(digits, (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
}

/** A place where bits hold a word, with the bits that differ from it. */
export interface WordPlace {
  at: number;
  errors: number;
}

/** Returns the places of a word, in order. @param mostErrors Bits that may differ. */
export function findWord(bits: string, word: string, mostErrors = 0): WordPlace[] {
  const places: WordPlace[] = [];
  for (let at = 0; at + word.length <= bits.length; at++) {
    let errors = 0;
    for (let k = 0; k < word.length && errors <= mostErrors; k++) errors += Number(bits[at + k] !== word[k]);
    if (word.length > 0 && errors <= mostErrors) places.push({ at, errors });
  }
  return places;
}
