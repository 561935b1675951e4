import { wordsOf } from "../../gpu/rows.ts";
import { qppOf } from "./qpp.ts";
import { TAIL_STEPS } from "./trellis.ts";

/** Sizes of a frame, which is one codeword. */
interface Frame {
  /** Information bits K. */
  length: number;
  /** Words of information bits. */
  bitWords: number;
  /** Coded bits, 3K + 12: three streams of K + 4. */
  codedBits: number;
}

/** @throws RangeError when `length` is not one of the 188 of TS 36.212. */
export function frameOf(label: string, length: number): Frame {
  qppOf(length, label);
  return { length, bitWords: wordsOf(length), codedBits: 3 * length + 4 * TAIL_STEPS };
}
