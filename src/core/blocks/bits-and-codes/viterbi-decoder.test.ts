import { describe, expect, it } from "vitest";
import { blockOutputs, inFloat64 } from "../testing.ts";
import { bitsOf, llrsOf } from "./testing.ts";

describe("blocks/bits-and-codes/viterbi-decoder", () => {
  it("decodes frame after frame", async () => {
    const code = { frame: 61, rate: "3/4" };
    const bits = bitsOf(61, 5 * 61);
    const llrs = llrsOf(inFloat64("convolutional-encoder", code, { in: bits }).out, 0.4);
    const { out } = await blockOutputs("viterbi-decoder", code, { inputs: { in: llrs }, page: 2 });
    expect(Array.from(out)).toEqual(Array.from(bits));
    expect(Array.from(inFloat64("viterbi-decoder", code, { in: llrs }).out)).toEqual(Array.from(bits));
  });

  it.each([
    ["1/2", 144, 128, 0],
    ["3/4", 280, 128, 0],
    ["3/4", 280, [128, 0, 32, 224, 32, 96], 0],
    ["1/2", 144, 96, 0.5],
    ["3/4", 280, [128, 0, 32, 224, 32, 96], 0.5],
  ] as const)(
    "decodes a stream of rate %s, %i bits late, in pages of %j firings, step %d",
    async (rate, delay, page, step) => {
      const stream = { frame: 0, rate, step };
      const bits = bitsOf(8, 1536);
      const llrs = llrsOf(inFloat64("convolutional-encoder", stream, { in: bits }).out, 0.35);
      const { out } = await blockOutputs("viterbi-decoder", stream, { inputs: { in: llrs }, page });
      // Where the GPU decides the count, the engine adds the zeros after the end.
      const decided = typeof page === "number" ? bits : bits.subarray(0, 1536 - delay);
      expect(Array.from(out.subarray(delay, delay + decided.length))).toEqual(Array.from(decided));
      const { out: expected } = inFloat64("viterbi-decoder", stream, { in: llrs });
      expect(expected).toHaveLength(1536);
      expect(Array.from(expected.subarray(delay))).toEqual(Array.from(bits.subarray(0, 1536 - delay)));
    },
  );
});
