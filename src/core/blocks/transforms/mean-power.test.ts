import { describe, expect, it } from "vitest";
import { errorAgainstFloat64 } from "../testing.ts";

describe("blocks/transforms/mean-power", () => {
  it.each([
    ["power-spectrum", { length: 32, average: 3 }],
    ["power-spectrum", { length: 20, average: 2, scale: "power", window: "hamming" }],
  ] as const)("%s %j equals float64 for pages of any size", async (name, parameters) => {
    expect(await errorAgainstFloat64(name, parameters, { pages: [40, 7], firings: 30 })).toBeLessThan(-100);
  });
});
