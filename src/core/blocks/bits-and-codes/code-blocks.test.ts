import { describe, expect, it } from "vitest";
import { blockOutputs, inFloat64 } from "../testing.ts";
import { bitsOf, llrsOf } from "./testing.ts";

const CASES = [
  ["turbo-encoder", "turbo-decoder", { length: 104 }, 104, 0.95],
  ["ldpc-encoder", "ldpc-decoder", { length: "576" }, 288, 0.75],
  ["ldpc-encoder", "ldpc-decoder", { rate: "5/6", length: "672" }, 560, 0.4],
] as const;

describe("blocks/bits-and-codes/code-blocks", () => {
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

  it("decodes by log-MAP with the same extrinsic LLRs for any scale", () => {
    const bits = bitsOf(7, 104);
    const llrs = llrsOf(inFloat64("turbo-encoder", { length: 104 }, { in: bits }).out, 1.2);
    const [small, full, scaled] = [
      { algorithm: "log-map", scale: 0 },
      { algorithm: "log-map", scale: 1 },
      { algorithm: "max-log", scale: 0 },
    ].map((method) => Array.from(inFloat64("turbo-decoder", { length: 104, ...method }, { in: llrs }).out));
    expect(small).toEqual(full);
    expect(scaled).not.toEqual(full);
  });

  it("refuses a length that LTE does not have, and names the nearest ones", async () => {
    const run = blockOutputs("turbo-encoder", { length: 50 }, { inputs: { in: bitsOf(1, 50) }, page: 1 });
    await expect(run).rejects.toThrow(/48|56/);
  });
});
