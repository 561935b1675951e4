import { PACKET_SAMPLES } from "./packet.ts";

/**
 * The receiver works on overlapping blocks of 32 packets. A packet that starts in a block lies whole in it, with the samples
 * around it. Blocks are independent, so a page may have any number of blocks with the same results.
 *
 * Sample n of the recording is in block b at index n − b·BLOCK_HOP + BLOCK_LEAD; samples outside the recording are zero.
 */
export const BLOCK_PACKETS = 32;
export const BLOCK_HOP = BLOCK_PACKETS * PACKET_SAMPLES;
/** Samples of the previous block that a block repeats. */
export const BLOCK_LEAD = 512;
/** Samples per block: the repeated ones, those at which its packets start, and the longest window of a packet. */
export const BLOCK_LENGTH = BLOCK_LEAD + BLOCK_HOP + 16640;

/** The blocks as rows of samples. */
export const BLOCK_LAYOUT = { length: BLOCK_LENGTH, hop: BLOCK_HOP, lead: BLOCK_LEAD };

/**
 * Plans for single packets take a multiple of this number of slots. They need not take a whole block, because a short recording
 * has no packets in its last slots.
 */
export const SLOT_STEP = 8;

/** Rows of bits that a block's modulator needs for any start of the first packet: packets 32b − 2 … 32b + 33. */
export const BLOCK_BIT_ROWS = BLOCK_PACKETS + 4;
/** Row of the block's own first packet. */
export const BLOCK_FIRST_ROW = 2;

/** Samples per packet window. The packet starts at index WINDOW_ORIGIN. */
export const WINDOW_LENGTH = 16384;
export const WINDOW_ORIGIN = 200;

/** Blocks in which a whole packet of a recording of `samples` samples can start. */
export function blockCount(samples: number): number {
  return Math.max(0, Math.ceil((samples - PACKET_SAMPLES + 1) / BLOCK_HOP));
}
