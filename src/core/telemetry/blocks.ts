import { PACKET_SAMPLES } from "./packet.ts";

/**
 * A recording is worked on in blocks of 32 packets that overlap, so that a packet which starts in a block lies whole in
 * it, neighbours included. Blocks do not depend on each other: any number of them makes a page, with the same results.
 *
 * Sample n of the recording is found in block b at index n − b·BLOCK_HOP + BLOCK_LEAD; what lies outside the recording is zero.
 */
export const BLOCK_PACKETS = 32;
export const BLOCK_HOP = BLOCK_PACKETS * PACKET_SAMPLES;
/** Samples of the past that a block repeats. */
export const BLOCK_LEAD = 512;
/** Samples in a block: the past, the starts it is responsible for, and the longest window a packet is cut out with. */
export const BLOCK_LENGTH = BLOCK_LEAD + BLOCK_HOP + 16640;

/** The blocks as rows of samples. */
export const BLOCK_LAYOUT = { length: BLOCK_LENGTH, hop: BLOCK_HOP, lead: BLOCK_LEAD };

/**
 * Plans that work packet by packet take a multiple of so many slots. They need not take a whole block: a short recording has
 * no packets in its last slots.
 */
export const SLOT_STEP = 8;

/** Rows of bits a block's modulator needs, wherever the first packet starts: packets 32b − 2 … 32b + 33. */
export const BLOCK_BIT_ROWS = BLOCK_PACKETS + 4;
/** Row of the block's own first packet. */
export const BLOCK_FIRST_ROW = 2;

/** Each packet is cut out into a window of its own, with its start at index WINDOW_ORIGIN. */
export const WINDOW_LENGTH = 16384;
export const WINDOW_ORIGIN = 200;

/** Blocks in which a whole packet of a recording of `samples` samples can start. */
export function blockCount(samples: number): number {
  return Math.max(0, Math.ceil((samples - PACKET_SAMPLES + 1) / BLOCK_HOP));
}
