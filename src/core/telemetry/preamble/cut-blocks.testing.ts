import { BLOCK_HOP, BLOCK_LEAD, BLOCK_LENGTH } from "../blocks.ts";

/**
 * Returns a recording in blocks, in the layout of the receiver's `samples` buffer.
 *
 * @param recording Complex pairs.
 * @returns float32 pairs, [block][BLOCK_LENGTH], of blocks firstBlock … firstBlock + blocks − 1; zeros outside the recording.
 */
export function cutBlocks(
  recording: Float32Array | Float64Array,
  firstBlock: number,
  blocks: number,
): Float32Array<ArrayBuffer> {
  const rows = new Float32Array(blocks * BLOCK_LENGTH * 2);
  for (let row = 0; row < blocks; row++) {
    const first = (firstBlock + row) * BLOCK_HOP - BLOCK_LEAD;
    const from = Math.max(0, first);
    rows.set(recording.subarray(2 * from, 2 * (first + BLOCK_LENGTH)), 2 * (row * BLOCK_LENGTH + from - first));
  }
  return rows;
}
