/** Returns the sum of all tiles before each one, counted from `carry`, and the sum of all. */
export function tileOffsets(tiles: readonly number[], carry: number): { offsets: number[]; total: number } {
  let total = 0;
  const offsets = tiles.map((tile) => {
    total += tile;
    return carry + total - tile;
  });
  return { offsets, total };
}
