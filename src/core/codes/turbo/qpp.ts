import { nearest } from "../code.ts";
import { csvRows } from "../../csv-rows.ts";
import table from "./qpp.table.csv?raw";

/** The interleaver of one codeword length, Π(i) = (f₁·i + f₂·i²) mod K: quadratic permutation polynomial. */
export interface Qpp {
  /** Information bits K per codeword. */
  length: number;
  f1: number;
  f2: number;
}

const TABLE = csvRows(table).map((row) => row.map(Number));
const byLength = new Map(TABLE.map(([length, f1, f2]) => [length, { length, f1, f2 }]));

/**
 * The 188 codeword lengths, 40 to 6144 information bits, ascending.
 *
 * @example
 * ```ts
 * import { TURBO_LENGTHS } from "threeray/codes";
 *
 * console.log(TURBO_LENGTHS.length, TURBO_LENGTHS[0], TURBO_LENGTHS.at(-1)); // 188 40 6144
 * ```
 */
export const TURBO_LENGTHS: readonly number[] = TABLE.map(([length]) => length);

/**
 * The interleaver's polynomial for codewords of `length` information bits.
 *
 * @param label Name of the caller, for the message.
 * @throws RangeError that names the nearest lengths when `length` is not one of the 188.
 */
export function qppOf(length: number, label = "turbo/qpp"): Qpp {
  const qpp = byLength.get(length);
  if (qpp) return qpp;
  throw new RangeError(
    `${label}: length must be one of the 188 of TS 36.212, 40 to 6144, got ${length}${nearest(TURBO_LENGTHS, length)}`,
  );
}

/**
 * Π(0) … Π(K−1): the second encoder's input is bit Π(i) of the codeword's information bits.
 *
 * @throws RangeError when `length` is not one of the 188.
 */
export function interleaver(length: number): Uint32Array<ArrayBuffer> {
  const { f1, f2 } = qppOf(length);
  const permutation = new Uint32Array(length);
  // The products stay below 2^37: exact.
  for (let i = 0; i < length; i++) permutation[i] = (f1 * i + f2 * i * i) % length;
  return permutation;
}
