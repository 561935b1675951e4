import { describe, expect, it } from "vitest";
import { errorAgainstFloat64 } from "../testing.ts";

describe("blocks/rates/regrouping", () => {
  it.each([
    ["keep-one-in-n", { n: 4 }],
    ["keep-one-in-n", { n: 3, type: "bits", vector: 5 }],
    ["repeat", { n: 3 }],
    ["repeat", { n: 4, type: "integer", vector: 2 }],
    ["pairs-to-complex", {}],
    ["complex-to-pairs", {}],
  ] as const)("%s %j equals float64 for pages of any size", async (name, parameters) => {
    expect(await errorAgainstFloat64(name, parameters, { pages: [500, 133], firings: 400 })).toBeLessThan(-120);
  });
});
