import { describe, expect, it } from "vitest";
import { blockOutputs, inFloat64 } from "../testing.ts";
import { CONSTELLATION_NAMES, noisePoints, noisySymbols } from "./testing.ts";

describe("blocks/bits-and-codes/slicer", () => {
  it.each(CONSTELLATION_NAMES)("decides for the nearest point of %s, and undoes the mapper", async (constellation) => {
    const { bits, symbols, noisy } = noisySymbols(constellation);
    const decided = { inputs: { in: noisy }, page: [77, 0, 123] };
    const { out } = await blockOutputs("slicer", { constellation }, decided);
    expect(Array.from(out)).toEqual(Array.from(inFloat64("slicer", { constellation }, { in: noisy }).out));
    const { out: again } = await blockOutputs("slicer", { constellation }, { inputs: { in: symbols }, page: 200 });
    expect(Array.from(again)).toEqual(Array.from(bits));
  });

  it("gives labels as integers", async () => {
    const noisy = noisePoints(300);
    const labels = { constellation: "64-QAM", output: "labels" };
    const { out } = await blockOutputs("slicer", labels, { inputs: { in: noisy }, page: 300 });
    expect(Array.from(out)).toEqual(Array.from(inFloat64("slicer", labels, { in: noisy }).out));
  });
});
