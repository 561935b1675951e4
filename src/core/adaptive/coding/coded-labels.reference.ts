import { EMPTY } from "./places.ts";

/**
 * Returns the labels of a packet after coded bits are put into them, the most significant bit of a label first.
 *
 * @param labels Before, guard and training included. @param code A coded bit by its number.
 * @param first The first data symbol.
 */
export function labelsWithBits(
  labels: readonly number[],
  code: (bit: number) => number,
  { bitAt, first, bitsPerSymbol }: { bitAt: Uint32Array; first: number; bitsPerSymbol: number },
): number[] {
  const after = [...labels];
  for (const [place, bit] of bitAt.entries()) {
    if (bit === EMPTY) continue;
    const weight = 2 ** (bitsPerSymbol - 1 - (place % bitsPerSymbol));
    const symbol = first + Math.floor(place / bitsPerSymbol);
    const before = Math.floor(after[symbol] / weight) % 2;
    after[symbol] += weight * (code(bit) - before);
  }
  return after;
}
