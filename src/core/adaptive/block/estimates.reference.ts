import type { BlockCover } from "./estimates.ts";

/**
 * Returns the symbols of a packet from the middles of its blocks, complex [K].
 *
 * @param blocks Complex, [block][N].
 */
export function middlesOfBlocks(
  blocks: ArrayLike<number>,
  symbols: number,
  { length, drop, last }: Pick<BlockCover, "length" | "drop" | "last">,
): number[] {
  const hop = length - 2 * drop;
  return Array.from({ length: symbols }, (_, k) => {
    const block = Math.floor(k / hop);
    const start = Math.min(block * hop - drop, last);
    const at = 2 * (block * length + k - start);
    return [blocks[at], blocks[at + 1]];
  }).flat();
}
