import { checkedCount } from "../../gpu/rows.ts";
import { frameOf } from "./frame.ts";

/** The selection of a frame's coded bits for transmission. */
export interface RateMatching {
  /** Information bits K per frame: one of the 188 lengths. */
  length: number;
  /** Transmitted bits per frame, E ≥ 1: below 3K + 12 bits are omitted, above they repeat. */
  sent: number;
  /** rv, 0 to 3: start of the transmitted bits in the circular buffer. */
  redundancyVersion: number;
  /** N_cb, the part of the circular buffer that a receiver with little memory stores; the whole buffer by default. */
  softBuffer?: number;
}

/** Columns of the sub-block interleaver in the order in which they are read. Source: TS 36.212, table 5.1.4-1. */
const COLUMNS = [
  0, 16, 8, 24, 4, 20, 12, 28, 2, 18, 10, 26, 6, 22, 14, 30, 1, 17, 9, 25, 5, 21, 13, 29, 3, 19, 11, 27, 7, 23, 15, 31,
];

/**
 * Returns the coded bits, 3k + stream, once around the circular buffer from the start of the transmitted bits, without dummy bits. Source: 3GPP TS 36.212, 5.1.4.1.
 *
 * @throws RangeError when the rate matching is out of range.
 */
export function circularOrder(label: string, matching: RateMatching): number[] {
  const { redundancyVersion, softBuffer } = matching;
  const { length, codedBits } = frameOf(label, matching.length);
  checkedCount(label, "sent", matching.sent);
  if (![0, 1, 2, 3].includes(redundancyVersion)) {
    throw new RangeError(`${label}: redundancyVersion must be 0, 1, 2 or 3, got ${redundancyVersion}`);
  }
  if (softBuffer !== undefined && !(Number.isInteger(softBuffer) && softBuffer >= length)) {
    throw new RangeError(`${label}: softBuffer must be an integer ≥ ${length}, the length, got ${softBuffer}`);
  }
  const streamBits = codedBits / 3;
  const rows = Math.ceil(streamBits / COLUMNS.length);
  const places = rows * COLUMNS.length;
  const dummies = places - streamBits;
  const size = Math.min(softBuffer ?? Infinity, 3 * places);
  const begin = rows * (2 * Math.ceil(size / (8 * rows)) * redundancyVersion + 2);
  const order: number[] = [];
  for (let j = 0; j < size; j++) {
    const at = (begin + j) % size;
    // The systematic stream comes first, then the two parity streams in turn.
    const beyond = at - places;
    const stream = beyond < 0 ? 0 : 1 + (beyond % 2);
    const read = beyond < 0 ? at : beyond >> 1;
    const cell = COLUMNS[Math.floor(read / rows)] + COLUMNS.length * (read % rows);
    const k = ((stream === 2 ? cell + 1 : cell) % places) - dummies;
    if (k >= 0) order.push(3 * k + stream);
  }
  return order;
}
