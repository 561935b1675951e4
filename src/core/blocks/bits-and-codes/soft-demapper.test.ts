import { describe, expect, it } from "vitest";
import { errorDb } from "../../gpu/testing.ts";
import { blockOutputs, inFloat64 } from "../testing.ts";
import { CONSTELLATION_NAMES, noisePoints, noisySymbols } from "./testing.ts";

describe("blocks/bits-and-codes/soft-demapper", () => {
  it.each(CONSTELLATION_NAMES)("gives exact LLRs of %s", async (constellation) => {
    const { noisy } = noisySymbols(constellation);
    const soft = { constellation, noiseVariance: 0.045, algorithm: "exact" };
    const { out } = await blockOutputs("soft-demapper", soft, { inputs: { in: noisy }, page: [77, 0, 123] });
    expect(errorDb(out, inFloat64("soft-demapper", soft, { in: noisy }).out)).toBeLessThan(-110);
  });

  it("takes the nearest points for max-log", async () => {
    const noisy = noisePoints(300);
    const soft = { constellation: "16-QAM", noiseVariance: 0.3, algorithm: "max-log" };
    const { out } = await blockOutputs("soft-demapper", soft, { inputs: { in: noisy }, page: 300 });
    expect(errorDb(out, inFloat64("soft-demapper", soft, { in: noisy }).out)).toBeLessThan(-120);
  });
});
