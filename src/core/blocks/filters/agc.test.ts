import { describe, expect, it } from "vitest";
import { errorAgainstFloat64 } from "../testing.ts";

describe("blocks/filters/agc", () => {
  it.each([
    ["agc", { rate: 0.01, reference: 2 }],
    ["agc", { rate: 0.1, maximum: 0.5, type: "real" }],
  ] as const)("%s %j equals float64 for pages of any size", async (name, parameters) => {
    expect(await errorAgainstFloat64(name, parameters, { pages: [2048, 333], firings: 1200 })).toBeLessThan(-100);
  });
});
