/** Ways in which transmitters whiten bits, by their names on the page. */
export const WHITENINGS = ["none", "PN9", "CCSDS", "G3RUH"] as const;
export type Whitening = (typeof WHITENINGS)[number];

/**
 * Removes whitening from bits (characters 0 and 1).
 *
 * - PN9: x⁹ + x⁵ + 1 from all ones, as CC1101 and IEEE 802.15.4g send it; the first whitened bit comes first.
 * - CCSDS: x⁸ + x⁷ + x⁵ + x³ + 1 from all ones. Source: CCSDS 131.0-B, 10.
 * - G3RUH: x¹⁷ + x¹² + 1, self-synchronizing: the first 17 bits depend on what came before.
 */
export function removeWhitening(whitening: Whitening, bits: string): string {
  switch (whitening) {
    case "none":
      return bits;
    case "PN9":
      return xored(bits, pn9(bits.length));
    case "CCSDS":
      return xored(bits, ccsds(bits.length));
    case "G3RUH":
      return Array.from(bits, (bit, k) => Number(bit) ^ Number(bits[k - 12] ?? 0) ^ Number(bits[k - 17] ?? 0)).join("");
  }
}

const xored = (bits: string, sequence: Uint8Array) => Array.from(bits, (bit, k) => Number(bit) ^ sequence[k]).join("");

/** Octets of the register's low 8 bits, the highest first: FF E1 1D 9A … */
function pn9(length: number): Uint8Array {
  const sequence = new Uint8Array(length);
  let register = 0x1ff;
  for (let at = 0; at < length; at += 8) {
    for (let k = 0; k < 8 && at + k < length; k++) sequence[at + k] = (register >> (7 - k)) & 1;
    for (let k = 0; k < 8; k++) register = (register >> 1) | (((register ^ (register >> 5)) & 1) << 8);
  }
  return sequence;
}

/** FF 48 0E C0 … */
function ccsds(length: number): Uint8Array {
  const sequence = new Uint8Array(length);
  for (let k = 0; k < length; k++) {
    sequence[k] = k < 8 ? 1 : sequence[k - 1] ^ sequence[k - 3] ^ sequence[k - 5] ^ sequence[k - 8];
  }
  return sequence;
}
