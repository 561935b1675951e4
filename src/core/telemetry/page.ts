import { SLOT_STEP } from "./blocks.ts";
import { checkedInteger } from "../gpu/rows.ts";

/** The part of the recording that is on the device. */
export interface RecordingSpan {
  /** Index of the page's first block in the recording; −1 is the block before it, in which no packet starts. */
  firstBlock: number;
  /** Samples in the whole recording, at most 2^31. */
  length: number;
}

/** Returns the page as the kernels take it, −1 as 2^32 − 1. @throws RangeError if it is outside the kernels' range. */
export function checkedRecordingSpan(
  label: string,
  { firstBlock, length }: RecordingSpan,
): { firstBlock: number; length: number } {
  if (!Number.isInteger(length) || length < 0 || length > 2 ** 31) {
    throw new RangeError(`${label}: length must be 0 to 2^31 samples, got ${length}`);
  }
  checkedInteger(label, "firstBlock", firstBlock, -1, 5295);
  return { firstBlock: firstBlock >>> 0, length };
}

/** @throws RangeError when `slots` is not a positive multiple of 8. */
export function checkedSlots(label: string, slots: number): number {
  if (!Number.isInteger(slots) || slots <= 0 || slots % SLOT_STEP) {
    throw new RangeError(`${label}: slots must be a positive multiple of ${SLOT_STEP}, got ${slots}`);
  }
  return slots;
}
