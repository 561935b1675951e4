import { testRandom } from "../gpu/testing.ts";
import { wordsOf } from "./frame.ts";

/** Rows of bits (0 or 1) as words, LSB first, each row from a word of its own on. */
export function pack(rows: readonly ArrayLike<number>[]): Uint32Array<ArrayBuffer> {
  const stride = wordsOf(rows[0].length);
  const words = new Uint32Array(rows.length * stride);
  for (const [i, row] of rows.entries()) {
    for (let k = 0; k < row.length; k++) words[i * stride + (k >> 5)] |= row[k] << (k & 31);
  }
  return words;
}

/** `rows` rows of random bits. */
export function randomRows(seed: number, rows: number, length: number): number[][] {
  const random = testRandom(seed);
  return Array.from({ length: rows }, () => Array.from({ length }, () => Number(random() < 0.5)));
}
