import { describe, expect, it } from "vitest";
import { blockOutputs, errorAgainstFloat64 } from "../testing.ts";

describe("blocks/transforms/mean-power", () => {
  it.each([
    ["power-spectrum", { length: 32, average: 3 }],
    ["power-spectrum", { length: 20, average: 2, scale: "power", window: "hamming" }],
  ] as const)("%s %j equals float64 for pages of any size", async (name, parameters) => {
    expect(await errorAgainstFloat64(name, parameters, { pages: [40, 7], firings: 30 })).toBeLessThan(-100);
  });

  // Below 1e-34 products of the window and the samples are subnormal, and GPUs may take those as zero.
  it.each([1e-34, 1e-30, 1e30, 3e38])("finds a constant of amplitude %d", async (amplitude) => {
    const x = new Float32Array(2 * 64).map((_, i) => (i % 2 ? 0 : amplitude));
    for (const length of [32, 20]) {
      const parameters = { length, average: 1, window: "hann" };
      const { out } = await blockOutputs("power-spectrum", parameters, { inputs: { in: x }, page: 1 });
      expect(out[length / 2] - 20 * Math.log10(Math.fround(amplitude))).toBeCloseTo(0, 3);
    }
  });
});
