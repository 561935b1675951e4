/** The CRC of each byte followed by 0 to 3 zeros. */
const TABLES = Array.from({ length: 4 }, () => new Uint32Array(256));
for (let byte = 0; byte < 256; byte++) {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  TABLES[0][byte] = value;
}
for (let zeros = 1; zeros < 4; zeros++) {
  for (const [byte, value] of TABLES[zeros - 1].entries()) {
    TABLES[zeros][byte] = TABLES[0][value & 255] ^ (value >>> 8);
  }
}
const [ONE, TWO, THREE, FOUR] = TABLES;

/**
 * Returns the CRC-32 of ZIP (ISO 3309) of some bytes. It takes four bytes per step.
 *
 * @param before The CRC of the bytes before these, for data in pieces.
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before;
  let at = 0;
  for (const end = bytes.length - 3; at < end; at += 4) {
    value ^= bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    value = FOUR[value & 255] ^ THREE[(value >>> 8) & 255] ^ TWO[(value >>> 16) & 255] ^ ONE[value >>> 24];
  }
  for (; at < bytes.length; at++) value = ONE[(value ^ bytes[at]) & 255] ^ (value >>> 8);
  return ~value >>> 0;
}
