/** Returns the bits [first, first + count) of octets as a number; the first bit has number 0. At most 30 bits. */
export function bitField(octets: Uint8Array, first: number, count: number): number {
  let value = 0;
  for (let bit = first; bit < first + count; bit++) value = 2 * value + ((octets[bit >> 3] >> (7 - (bit & 7))) & 1);
  return value;
}

/** Puts chosen bits of a code together. `order` holds their places; place 0 is the code's last bit. */
const gather = (code: number, order: readonly number[]) =>
  order.reduce((value, at) => 2 * value + ((code >> at) & 1), 0);

function fromGray(code: number): number {
  let value = code;
  for (let rest = code >> 1; rest; rest >>= 1) value ^= rest;
  return value;
}

/**
 * Returns a Gillham code's altitude in feet; null for a code that does not exist.
 *
 * @param code The bits D2 D4 A1 A2 A4 B1 B2 B4 C1 C2 C4. Source: ICAO Annex 10, volume IV, 3.1.1.7.12.2.3.
 */
export function gillhamAltitude(code: number): number | null {
  const fiveHundreds = fromGray(code >> 3);
  const gray = fromGray(code & 7);
  if (gray === 0 || gray === 5 || gray === 6) return null;
  const step = gray === 7 ? 5 : gray;
  // The hundreds count down in every second group.
  const hundreds = fiveHundreds % 2 === 1 ? 6 - step : step;
  return 500 * fiveHundreds + 100 * hundreds - 1300;
}

/**
 * Returns the altitude in feet of a code C1 A1 C2 A2 C4 A4 M B1 Q B2 D2 B4 D4; null where it is absent, metric or invalid.
 * Source: ICAO Annex 10, volume IV, 3.1.2.6.5.4.
 */
export function altitudeOf13(code: number): number | null {
  const [metric, quarters] = [(code >> 6) & 1, (code >> 4) & 1];
  if (code === 0 || metric) return null;
  if (quarters) return 25 * gather(code, [12, 11, 10, 9, 8, 7, 5, 3, 2, 1, 0]) - 1000;
  return gillhamAltitude(gather(code, [2, 0, 11, 9, 7, 5, 3, 1, 12, 10, 8]));
}

/** Returns the altitude in feet of an airborne position's 12 bits: a code of 13 bits without M. */
export const altitudeOf12 = (code: number): number | null => altitudeOf13(((code & 0xfc0) << 1) | (code & 0x3f));

const octal = (code: number, four: number, two: number, one: number) =>
  4 * ((code >> four) & 1) + 2 * ((code >> two) & 1) + ((code >> one) & 1);

/** Returns the four octal digits of an identity code C1 A1 C2 A2 C4 A4 X B1 D1 B2 D2 B4 D4. Source: 3.1.1.6. */
export const squawkOf = (code: number): string =>
  `${octal(code, 7, 9, 11)}${octal(code, 1, 3, 5)}${octal(code, 8, 10, 12)}${octal(code, 0, 2, 4)}`;
