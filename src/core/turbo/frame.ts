import { qppOf } from "./qpp.ts";
import { TAIL_STEPS } from "./trellis.ts";

/** Sizes of a frame, one codeword. */
export interface Frame {
  /** Information bits K. */
  length: number;
  /** Words of information bits. */
  bitWords: number;
  /** Coded bits, 3K + 12: three streams of K + 4. */
  codedBits: number;
}

/** Words of 32 bits that hold `bits` bits. */
export const wordsOf = (bits: number) => Math.ceil(bits / 32);

/** Rows of bits (0 or 1) as words, LSB first, each row from a word of its own on. */
export function pack(rows: readonly ArrayLike<number>[]): Uint32Array<ArrayBuffer> {
  const stride = wordsOf(rows[0].length);
  const words = new Uint32Array(rows.length * stride);
  for (const [i, row] of rows.entries()) {
    for (let k = 0; k < row.length; k++) words[i * stride + (k >> 5)] |= row[k] << (k & 31);
  }
  return words;
}

/** @throws RangeError when `length` is not one of the 188 of TS 36.212. */
export function frameOf(label: string, length: number): Frame {
  qppOf(length, label);
  return { length, bitWords: wordsOf(length), codedBits: 3 * length + 4 * TAIL_STEPS };
}

/** @throws RangeError when `frames` is not a positive integer. */
export function checkedFrames(label: string, frames: number): number {
  if (!Number.isInteger(frames) || frames <= 0) {
    throw new RangeError(`${label}: frames must be a positive integer, got ${frames}`);
  }
  return frames;
}

/** @throws RangeError when `sent`, the bits sent a frame, is not a positive integer. */
export function checkedSent(label: string, sent: number): number {
  if (!Number.isInteger(sent) || sent <= 0) {
    throw new RangeError(`${label}: sent must be a positive integer, got ${sent}`);
  }
  return sent;
}

/** @throws RangeError when `value` is not a u32. */
export function checkedWord(label: string, name: string, value: number): number {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** 32) {
    throw new RangeError(`${label}: ${name} must be a whole number from 0 to 2^32 − 1, got ${value}`);
  }
  return value;
}

/** Invocations in a workgroup, at most. */
const GROUP = 256;

/** How a kernel that gives each frame a row of `items` invocations is cut into workgroups. */
export function rowsOf(items: number, frames: number): { LANES: number; ROWS: number; groups: [number, number] } {
  const LANES = Math.min(items, GROUP);
  const ROWS = Math.floor(GROUP / LANES);
  return { LANES, ROWS, groups: [Math.ceil(items / LANES), Math.ceil(frames / ROWS)] };
}
