import { describe, expect, it } from "vitest";
import { errorAgainstFloat64 } from "../testing.ts";

describe("blocks/arithmetic/delay", () => {
  it.each([
    ["delay", { items: 1 }],
    ["delay", { items: 700, type: "real", vector: 3 }],
  ] as const)("%s %j equals float64 for pages of any size", async (name, parameters) => {
    expect(await errorAgainstFloat64(name, parameters, { pages: [2048, 333], firings: 1200 })).toBeLessThan(-120);
  });
});
