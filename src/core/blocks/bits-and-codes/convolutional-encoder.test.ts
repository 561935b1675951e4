import { describe, expect, it } from "vitest";
import { blockOutputs, inFloat64 } from "../testing.ts";
import { bitsOf } from "./testing.ts";

describe("blocks/bits-and-codes/convolutional-encoder", () => {
  it("encodes frame after frame as in float64", async () => {
    const code = { frame: 61, rate: "3/4" };
    const bits = bitsOf(61, 5 * 61);
    const { out } = await blockOutputs("convolutional-encoder", code, { inputs: { in: bits }, page: 2 });
    expect(Array.from(out)).toEqual(Array.from(inFloat64("convolutional-encoder", code, { in: bits }).out));
  });

  it.each([
    ["1/2", 128],
    ["3/4", 128],
    ["3/4", [100, 0, 7, 293]],
  ] as const)("encodes a stream of rate %s as in float64, in pages of %j firings", async (rate, page) => {
    const stream = { frame: 0, rate };
    const bits = bitsOf(8, 1200);
    const { out } = await blockOutputs("convolutional-encoder", stream, { inputs: { in: bits }, page });
    expect(Array.from(out)).toEqual(Array.from(inFloat64("convolutional-encoder", stream, { in: bits }).out));
  });
});
