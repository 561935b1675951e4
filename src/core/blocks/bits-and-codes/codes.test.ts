import { describe, expect, it } from "vitest";
import { testNormals, testRandom } from "../../gpu/testing.ts";
import { blockOutputs, inFloat64, type Items } from "../testing.ts";

const bitsOf = (seed: number, count: number) => {
  const random = testRandom(seed);
  return Uint32Array.from({ length: count }, () => Math.floor(2 * random()));
};

/** LLRs of BPSK with noise of this standard deviation per real dimension. */
function llrsOf(bits: Items, sigma: number): Float32Array<ArrayBuffer> {
  const noise = testNormals(4, bits.length);
  return Float32Array.from(bits, (bit, i) => (2 * (2 * bit - 1 + sigma * noise[i])) / sigma ** 2);
}

const CASES = [
  ["turbo-encoder", "turbo-decoder", { length: 104 }, 104, 0.95],
  ["ldpc-encoder", "ldpc-decoder", { length: "576" }, 288, 0.75],
  ["ldpc-encoder", "ldpc-decoder", { rate: "5/6", length: "672" }, 560, 0.4],
  ["convolutional-encoder", "viterbi-decoder", { frame: 61, rate: "3/4" }, 61, 0.4],
] as const;

describe("blocks/codes", () => {
  it.each(CASES)(
    "%s and %s work frame after frame as in float64: %j",
    async (encoder, decoder, code, length, sigma) => {
      const bits = bitsOf(length, 5 * length);
      const { out: coded } = await blockOutputs(encoder, code, { inputs: { in: bits }, page: 2 });
      expect(Array.from(coded)).toEqual(Array.from(inFloat64(encoder, code, { in: bits }).out));
      const llrs = llrsOf(coded, sigma);
      const { out: decided } = await blockOutputs(decoder, code, { inputs: { in: llrs }, page: 2 });
      expect(Array.from(decided)).toEqual(Array.from(bits));
      expect(Array.from(inFloat64(decoder, code, { in: llrs }).out)).toEqual(Array.from(bits));
    },
  );

  it.each(["1/2", "3/4"])("codes a stream of rate %s across pages, late by the overlap", async (rate) => {
    const stream = { frame: 0, rate };
    const delay = { "1/2": 144, "3/4": 280 }[rate] as number;
    const bits = bitsOf(8, 1200);
    const coding = { inputs: { in: bits } };
    const { out: coded } = await blockOutputs("convolutional-encoder", stream, { ...coding, page: 128 });
    expect(Array.from(coded)).toEqual(Array.from(inFloat64("convolutional-encoder", stream, { in: bits }).out));
    const llrs = llrsOf(coded, 0.35);
    const decoding = { inputs: { in: llrs } };
    const { out: decided } = await blockOutputs("viterbi-decoder", stream, { ...decoding, page: 128 });
    expect(Array.from(decided.subarray(delay, delay + 1200))).toEqual(Array.from(bits));
    const { out: expected } = inFloat64("viterbi-decoder", stream, { in: llrs });
    expect(expected).toHaveLength(1200);
    expect(Array.from(expected.subarray(delay))).toEqual(Array.from(bits.subarray(0, 1200 - delay)));
  });

  it("refuses a length that LTE does not have, and names the nearest ones", async () => {
    const run = blockOutputs("turbo-encoder", { length: 50 }, { inputs: { in: bitsOf(1, 50) }, page: 1 });
    await expect(run).rejects.toThrow(/48|56/);
  });
});
