import { testNormals } from "../../gpu/testing.ts";
import { encodeConvolutional } from "./encoder.float64.ts";
import { PUNCTURING, type PuncturedRate } from "./puncturing.ts";

/** Metrics in float32 differ from metrics in float64 by less than this, for the LLRs and lengths of these tests. */
export const TIE = 0.01;

/** LLRs of a frame over BPSK and noise, with 0 for a punctured bit. */
export function received(bits: number[], esn0Db: number, seed: number, rate: PuncturedRate = "1/2") {
  const code = encodeConvolutional(bits);
  const variance = 1 / (2 * 10 ** (esn0Db / 10));
  const noise = testNormals(seed, code.length);
  const pattern = PUNCTURING[rate];
  return Float32Array.from(code, (bit, i) =>
    pattern[i % pattern.length] ? (2 * (2 * bit - 1 + Math.sqrt(variance) * noise[i])) / variance : 0,
  );
}

/** A table of codewords for `table-decoder`, in WGSL. */
export const codewordRow = `
struct CodewordRow {
  firstWord: u32,   // words of decided bits of all codewords before this one; its LLRs begin at stage 32 · firstWord
  length: u32,      // information bits; the tail follows them
  overlap: u32,     // stages before and after a window
  firstWindow: u32, // windows of all codewords before this one
}
alias Row = CodewordRow;

fn firstWindowOf(row: Row) -> u32 { return row.firstWindow; }

fn codewordOf(row: Row) -> Codeword { return Codeword(32u * row.firstWord, row.firstWord, row.length, row.overlap); }
`;
