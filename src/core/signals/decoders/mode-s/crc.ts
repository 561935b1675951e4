/**
 * The generator of Mode S's parity without its highest power: 1 + D³ + D¹⁰ + D¹² + D¹³ + … + D²⁴.
 * Source: ICAO Annex 10, volume IV, 3.1.2.3.3.
 */
export const POLYNOMIAL = 0xfff409;

/** The remainder of each octet, times D²⁴. */
const TABLE = Uint32Array.from({ length: 256 }, (_, octet) => {
  let remainder = octet << 16;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 0x800000 ? (remainder << 1) ^ POLYNOMIAL : remainder << 1;
  return remainder & 0xffffff;
});

/**
 * Returns the remainder of a Mode S frame, 24 bits: the parity of its octets but the last three, XOR these three. It is 0 for an
 * undamaged DF 17 or 18, the interrogator's code for DF 11, and the address for the other formats.
 */
export function modeSRemainder(octets: Uint8Array): number {
  const data = octets.length - 3;
  let parity = 0;
  for (let k = 0; k < data; k++) parity = ((parity << 8) & 0xffffff) ^ TABLE[(parity >> 16) ^ octets[k]];
  return parity ^ (octets[data] << 16) ^ (octets[data + 1] << 8) ^ octets[data + 2];
}

/** TABLES[k]: the remainder of each octet that k more octets follow, times D²⁴. */
const TABLES = [TABLE];
for (let k = 1; k < 4; k++) {
  const before = TABLES[k - 1];
  TABLES.push(before.map((remainder) => ((remainder << 8) & 0xffffff) ^ TABLE[remainder >> 16]));
}
const [TABLE0, TABLE1, TABLE2, TABLE3] = TABLES;

/** Returns the parity of a word's octets after octets with the given parity. */
function parityAfter(parity: number, word: number): number {
  const x = word ^ (parity << 8);
  return TABLE3[x >>> 24] ^ TABLE2[(x >>> 16) & 255] ^ TABLE1[(x >>> 8) & 255] ^ TABLE0[x & 255];
}

/** Returns {@link modeSRemainder} of a frame of 7 or 14 octets whose bits are in words, from word `at` on. */
export function remainderOfWords(words: Uint32Array, at: number, length: number): number {
  const parity = parityAfter(0, words[at]);
  if (length === 7) return parity ^ (words[at + 1] >>> 8);
  const middle = parityAfter(parity, words[at + 1]);
  // Three octets of data, then the parity's first octet.
  const x = (words[at + 2] >>> 8) ^ middle;
  const end = TABLE2[x >> 16] ^ TABLE1[(x >> 8) & 255] ^ TABLE0[x & 255];
  return end ^ ((words[at + 2] & 255) << 16) ^ (words[at + 3] >>> 16);
}

/** The first bits of a frame give its format. They are never corrected. */
const FORMAT_BITS = 5;

/** The bits to flip, by the remainder that their errors leave. */
type Patterns = ReadonlyMap<number, readonly number[]>;

function patternsOf(bits: number, most: number): Patterns {
  const syndromes = Array.from({ length: bits }, (_, bit) => {
    const octets = new Uint8Array(bits / 8);
    octets[bit >> 3] = 0x80 >> (bit & 7);
    return modeSRemainder(octets);
  });
  const patterns = new Map<number, number[]>();
  for (let a = FORMAT_BITS; a < bits; a++) patterns.set(syndromes[a], [a]);
  if (most < 2) return patterns;
  for (let a = FORMAT_BITS; a < bits; a++) {
    for (let b = a + 1; b < bits; b++) {
      const remainder = syndromes[a] ^ syndromes[b];
      if (!patterns.has(remainder)) patterns.set(remainder, [a, b]);
    }
  }
  return patterns;
}

/**
 * Returns the bits to flip, at most `most` (0, 1 or 2), by the remainder of a frame of 7 octets, or of 14, whose remainder should be 0.
 * Remainders without such a correction are missing.
 */
export function bitCorrections(most: number): { short: Patterns; long: Patterns } {
  const [short, long] = [56, 112].map((bits): Patterns => (most > 0 ? patternsOf(bits, most) : new Map()));
  return { short, long };
}
