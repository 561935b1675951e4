import { MOST_SAMPLES } from "../channel/impairments.ts";
import { BLOCK_HOP, SLOT_STEP } from "./blocks.ts";
import { checkedInteger } from "../gpu/rows.ts";

/** The part of the recording that is on the device. */
export interface RecordingSpan {
  /** Index of the page's first block in the recording; −1 is the block before it, in which no packet starts. */
  firstBlock: number;
  /** Samples in the whole recording, at most {@link MOST_SAMPLES}. */
  length: number;
}

/**
 * Returns the page as the kernels take it, in 32-bit numbers: −1 as 2^32 − 1, and every block but the first ones as block 1 of the
 * recording from the block before it on. The kernels only need to know where the recording begins and ends.
 *
 * @throws RangeError if the page is impossible.
 */
export function checkedRecordingSpan(
  label: string,
  { firstBlock, length }: RecordingSpan,
): { firstBlock: number; length: number } {
  if (!Number.isInteger(length) || length < 0 || length > MOST_SAMPLES) {
    throw new RangeError(`${label}: length must be 0 to 2^${Math.log2(MOST_SAMPLES)} samples, got ${length}`);
  }
  checkedInteger(label, "firstBlock", firstBlock, -1, Math.floor(MOST_SAMPLES / BLOCK_HOP));
  const before = Math.max(0, firstBlock - 1);
  const ahead = Math.max(0, length - before * BLOCK_HOP);
  return { firstBlock: (firstBlock - before) >>> 0, length: Math.min(ahead, 2 ** 31) };
}

/** @throws RangeError when `slots` is not a positive multiple of 8. */
export function checkedSlots(label: string, slots: number): number {
  if (!Number.isInteger(slots) || slots <= 0 || slots % SLOT_STEP) {
    throw new RangeError(`${label}: slots must be a positive multiple of ${SLOT_STEP}, got ${slots}`);
  }
  return slots;
}
