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
