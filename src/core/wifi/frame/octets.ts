/** The bits of octets in transmission order: each octet's least significant bit first. */
export function bitsOfOctets(octets: ArrayLike<number>): Uint8Array {
  return Uint8Array.from({ length: 8 * octets.length }, (_, k) => (octets[k >> 3] >> (k & 7)) & 1);
}

/** The octets of bits in transmission order. Bits after the last whole octet are left out. */
export function octetsOfBits(bits: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const octets = new Uint8Array(Math.floor(bits.length / 8));
  for (let k = 0; k < 8 * octets.length; k++) octets[k >> 3] |= bits[k] << (k & 7);
  return octets;
}
