import { describe, expect, it } from "vitest";
import { errorDb } from "../../gpu/testing.ts";
import { blockOutputs, inFloat64 } from "../testing.ts";
import { CONSTELLATIONS } from "./constellations.ts";
import { CONSTELLATION_NAMES, labelsOf, noisySymbols } from "./testing.ts";

describe("blocks/bits-and-codes/constellation-mapper", () => {
  it.each(CONSTELLATION_NAMES)("maps bits to the points of %s", async (constellation) => {
    const { bits, symbols } = noisySymbols(constellation);
    const { out } = await blockOutputs("constellation-mapper", { constellation }, { inputs: { in: bits }, page: 64 });
    expect(errorDb(out.subarray(0, symbols.length), symbols)).toBeLessThan(-130);
  });

  it("maps integers as labels", async () => {
    const labels = labelsOf(4, 300, 2 ** CONSTELLATIONS["64-QAM"]);
    const mapper = { constellation: "64-QAM", input: "labels" };
    const { out } = await blockOutputs("constellation-mapper", mapper, { inputs: { in: labels }, page: 300 });
    expect(errorDb(out, inFloat64("constellation-mapper", mapper, { in: labels }).out)).toBeLessThan(-130);
  });
});
