/**
 * The generator of Mode S's parity without its highest power: 1 + D³ + D¹⁰ + D¹² + D¹³ + … + D²⁴.
 * Source: ICAO Annex 10, volume IV, 3.1.2.3.3.
 */
const POLYNOMIAL = 0xfff409;

/** The remainder of each octet, times D²⁴. */
const TABLE = Uint32Array.from({ length: 256 }, (_, octet) => {
  let remainder = octet << 16;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 0x800000 ? (remainder << 1) ^ POLYNOMIAL : remainder << 1;
  return remainder & 0xffffff;
});

/**
 * Returns the remainder of a Mode S frame, 24 bits: the parity of its octets but the last three, XOR these three. It is 0 for an
 * undamaged DF 17 or 18, the interrogator's code for DF 11, and the address for the other formats.
 *
 * @param first Index of the frame's first octet in `octets`, and its number of octets.
 */
export function modeSRemainder(octets: Uint8Array, first = 0, length = octets.length): number {
  const data = first + length - 3;
  let parity = 0;
  for (let k = first; k < data; k++) parity = ((parity << 8) & 0xffffff) ^ TABLE[(parity >> 16) ^ octets[k]];
  return parity ^ (octets[data] << 16) ^ (octets[data + 1] << 8) ^ octets[data + 2];
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
 * Returns a function that finds the bits to flip, at most `most` (0, 1 or 2), in a frame of `length` octets whose remainder should
 * be 0. The function returns undefined if there is no such correction.
 */
export function bitCorrection(most: number) {
  const [short, long] = [56, 112].map((bits): Patterns => (most > 0 ? patternsOf(bits, most) : new Map()));
  return (length: number, remainder: number) => (length === 7 ? short : long).get(remainder);
}
