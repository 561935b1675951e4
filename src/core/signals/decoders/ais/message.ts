/** Octets of each type's messages. Source: ITU-R M.1371-5, annex 8. */
const SIZES: Readonly<Record<number, readonly [least: number, most: number]>> = {
  1: [21, 21],
  2: [21, 21],
  3: [21, 21],
  4: [21, 21],
  5: [53, 53],
  6: [11, 126],
  7: [9, 21],
  8: [7, 126],
  9: [21, 21],
  10: [9, 9],
  11: [21, 21],
  12: [9, 126],
  13: [9, 21],
  14: [5, 126],
  15: [11, 20],
  16: [12, 18],
  17: [10, 102],
  18: [21, 21],
  19: [39, 39],
  20: [9, 20],
  21: [34, 45],
  22: [21, 21],
  23: [20, 20],
  24: [20, 21],
  25: [5, 21],
  26: [8, 133],
  27: [12, 12],
};

/** Octets of the longest message. */
export const MOST_MESSAGE = 133;
export const LEAST_MESSAGE = 5;
const MOST_MMSI = 999_999_999;
/** Characters of six bits. */
const LETTERS = "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_ !\"#$%&'()*+,-./0123456789:;<=>?";

/** What a message says: its type and sender, and what its type defines. null where the sender does not know a value. */
export type AisFields = Record<string, number | string | null>;

/** Reads bits of a message; the first bit of an octet is its most significant one. Bits behind the end are 0. */
function bitsOf(octets: Uint8Array) {
  const unsigned = (start: number, count: number) => {
    let value = 0;
    for (let k = start; k < start + count; k++) value = 2 * value + (((octets[k >> 3] ?? 0) >> (7 - (k & 7))) & 1);
    return value;
  };
  const signed = (start: number, count: number) => {
    const value = unsigned(start, count);
    return value < 2 ** (count - 1) ? value : value - 2 ** count;
  };
  return {
    unsigned,
    signed,
    /** A text ends at its first @. */
    text(start: number, count: number): string {
      const letters = Array.from({ length: Math.floor(count / 6) }, (_, k) => LETTERS[unsigned(start + 6 * k, 6)]);
      return letters.join("").replace(/@.*$/, "").trimEnd();
    },
    /** A known value divided by its scale, else null. */
    scaled: (value: number, scale: number, unknown: number) => (value === unknown ? null : value / scale),
  };
}
type Bits = ReturnType<typeof bitsOf>;

/** Places are in units of 1/10,000 minute (long-range messages: 1/10 minute); 181 and 91 degrees stand for unknown. */
function placeOf({ signed }: Bits, start: number, { bits = 28, perDegree = 600_000 } = {}) {
  const lon = signed(start, bits) / perDegree;
  const lat = signed(start + bits, bits - 1) / perDegree;
  return {
    lat: lat === 91 ? null : Number(lat.toFixed(6)),
    lon: lon === 181 ? null : Number(lon.toFixed(6)),
  };
}

/** Metres from the antenna to bow, stern, port and starboard. */
const sizeOf = ({ unsigned }: Bits, start: number) => ({
  toBow: unsigned(start, 9),
  toStern: unsigned(start + 9, 9),
  toPort: unsigned(start + 18, 6),
  toStarboard: unsigned(start + 24, 6),
});

/** Speed, place, course and heading of ships, from the bit of the speed on. */
const courseOf = (bits: Bits, start: number) => ({
  sog: bits.scaled(bits.unsigned(start, 10), 10, 1023),
  ...placeOf(bits, start + 11),
  cog: bits.scaled(bits.unsigned(start + 66, 12), 10, 3600),
  heading: bits.scaled(bits.unsigned(start + 78, 9), 1, 511),
  second: bits.unsigned(start + 87, 6),
});

const two = (value: number) => String(value).padStart(2, "0");

const CONTENTS: Readonly<Record<number, (bits: Bits, octets: number) => AisFields>> = {
  1: (bits) => ({ status: bits.unsigned(38, 4), rot: bits.scaled(bits.signed(42, 8), 1, -128), ...courseOf(bits, 50) }),
  4: (bits) => {
    const [year, month, day] = [bits.unsigned(38, 14), bits.unsigned(52, 4), bits.unsigned(56, 5)];
    const [hour, minute, second] = [bits.unsigned(61, 5), bits.unsigned(66, 6), bits.unsigned(72, 6)];
    const known = year > 0 && month > 0 && day > 0 && hour < 24 && minute < 60 && second < 60;
    const date = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
    return { utc: known ? `${date}T${two(hour)}:${two(minute)}:${two(second)}Z` : null, ...placeOf(bits, 79) };
  },
  5: (bits) => ({
    imo: bits.scaled(bits.unsigned(40, 30), 1, 0),
    callsign: bits.text(70, 42),
    name: bits.text(112, 120),
    shipType: bits.unsigned(232, 8),
    ...sizeOf(bits, 240),
    draught: bits.unsigned(294, 8) / 10,
    destination: bits.text(302, 120),
  }),
  9: (bits) => ({
    altitude: bits.scaled(bits.unsigned(38, 12), 1, 4095),
    sog: bits.scaled(bits.unsigned(50, 10), 1, 1023),
    ...placeOf(bits, 61),
    cog: bits.scaled(bits.unsigned(116, 12), 10, 3600),
  }),
  12: (bits, octets) => ({ to: bits.unsigned(40, 30), text: bits.text(72, 8 * octets - 72) }),
  14: (bits, octets) => ({ text: bits.text(40, 8 * octets - 40) }),
  18: (bits) => courseOf(bits, 46),
  19: (bits) => ({
    ...courseOf(bits, 46),
    name: bits.text(143, 120),
    shipType: bits.unsigned(263, 8),
    ...sizeOf(bits, 271),
  }),
  21: (bits, octets) => ({
    aidType: bits.unsigned(38, 5),
    name: (bits.text(43, 120) + bits.text(272, Math.max(0, 8 * octets - 272))).trimEnd(),
    ...placeOf(bits, 164),
    ...sizeOf(bits, 219),
  }),
  24: (bits): AisFields => {
    const part = bits.unsigned(38, 2);
    if (part === 0) return { part: "A", name: bits.text(40, 120) };
    if (part > 1) return {};
    return {
      part: "B",
      shipType: bits.unsigned(40, 8),
      vendor: bits.text(48, 18),
      callsign: bits.text(90, 42),
      ...sizeOf(bits, 132),
    };
  },
  27: (bits) => ({
    status: bits.unsigned(40, 4),
    ...placeOf(bits, 44, { bits: 18, perDegree: 600 }),
    sog: bits.scaled(bits.unsigned(79, 6), 1, 63),
    cog: bits.scaled(bits.unsigned(85, 9), 1, 511),
  }),
};
/** Types that have the contents of another one. */
const SAME: Readonly<Record<number, number>> = { 2: 1, 3: 1, 11: 4 };

/**
 * Reads a message of AIS; undefined if its type or length is unknown, or its contents are impossible: a sender's number above
 * 999999999, or a place off the Earth. Source: ITU-R M.1371-5, annex 8.
 *
 * @param octets As in NMEA sentences: the first bit of an octet is its most significant one.
 */
export function readMessage(octets: Uint8Array): AisFields | undefined {
  const bits = bitsOf(octets);
  const type = bits.unsigned(0, 6);
  const size = SIZES[type];
  const mmsi = bits.unsigned(8, 30);
  if (!size || octets.length < size[0] || octets.length > size[1] || mmsi > MOST_MMSI) return undefined;
  const fields: AisFields = { type, mmsi, ...CONTENTS[SAME[type] ?? type]?.(bits, octets.length) };
  if (Math.abs(Number(fields.lat ?? 0)) > 90 || Math.abs(Number(fields.lon ?? 0)) > 180) return undefined;
  return fields;
}
