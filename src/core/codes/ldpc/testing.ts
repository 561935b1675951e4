import { readFileSync } from "node:fs";
import { checksOf } from "./base-graphs.reference.ts";
import type { LdpcCode } from "./code.ts";

const FILE = new URL("./nr.vectors.json", import.meta.url);

interface Vectors {
  codes: Record<string, { k: number; n: number; u: string[]; c: string[] }>;
}

/** Bits of hexadecimal digits, most significant first. */
const bitsOf = (digits: string, count: number) =>
  Array.from({ length: count }, (_, i) => (Number.parseInt(digits[i >> 2], 16) >> (3 - (i & 3))) & 1);

/** Codes of NR with frames and their codewords from another encoder. */
export const NR_VECTORS = Object.values((JSON.parse(readFileSync(FILE, "utf8")) as Vectors).codes).map(
  ({ k, n, u, c }) => ({
    name: `nr-ldpc:${k}:${n}`,
    frames: u.map((digits, f) => ({ information: bitsOf(digits, k), codeword: bitsOf(c[f], n) })),
  }),
);

/** Number of checks that fail for the bits of all columns of H. */
export const failedChecks = (code: LdpcCode, bits: ArrayLike<number>): number =>
  checksOf(code).filter((check) => check.reduce((sum, bit) => sum ^ bits[bit], 0)).length;
