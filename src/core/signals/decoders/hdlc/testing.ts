/** The bits of octets, the least significant bit of each first. */
export const bitsOf = (octets: ArrayLike<number>): number[] =>
  Array.from(octets).flatMap((octet) => Array.from({ length: 8 }, (_, k) => (octet >> k) & 1));

const FLAG = [0, 1, 1, 1, 1, 1, 1, 0];

/** The check of a frame: the division by x¹⁶ + x¹² + x⁵ + 1 as X.25 states it, with bits kept in the order in which they are sent. */
export function fcsBits(bits: readonly number[]): number[] {
  const rest = [...bits.map((bit, k) => (k < 16 ? bit ^ 1 : bit)), ...Array.from({ length: 16 }, () => 0)];
  for (let k = 0; k < bits.length; k++) {
    if (rest[k]) for (const power of [0, 4, 11, 16]) rest[k + power] ^= 1;
  }
  return rest.slice(bits.length).map((bit) => bit ^ 1);
}

/** Bits with a zero after each five ones. */
function stuffed(bits: readonly number[]): number[] {
  const out: number[] = [];
  let ones = 0;
  for (const bit of bits) {
    out.push(bit);
    ones = bit ? ones + 1 : 0;
    if (ones < 5) continue;
    out.push(0);
    ones = 0;
  }
  return out;
}

/** Frames between flags: `opening` of them before the first frame, one between frames, and `closing` at the end. */
export function hdlcBits(frames: readonly ArrayLike<number>[], { opening = 20, closing = 2 } = {}): number[] {
  const flags = (count: number) => Array.from({ length: count }, () => FLAG).flat();
  const bodies = frames.map((octets) => {
    const bits = bitsOf(octets);
    return stuffed([...bits, ...fcsBits(bits)]);
  });
  return [...flags(opening), ...bodies.flatMap((body, k) => (k ? [...FLAG, ...body] : body)), ...flags(closing)];
}

/** Levels of a line where 0 changes the level and 1 keeps it. */
export function nrziLevels(bits: readonly number[]): number[] {
  let level = 1;
  return bits.map((bit) => (level = bit ? level : 1 - level));
}

/** The scrambler 1 + x¹² + x¹⁷: each bit plus the scrambled bits 12 and 17 before it. */
export function scrambled(bits: readonly number[]): number[] {
  const out: number[] = [];
  for (const [k, bit] of bits.entries()) out.push(bit ^ (out[k - 12] ?? 0) ^ (out[k - 17] ?? 0));
  return out;
}
