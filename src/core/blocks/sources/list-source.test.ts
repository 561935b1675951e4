import { describe, expect, it } from "vitest";
import { errorAgainstFloat64 } from "../testing.ts";

describe("blocks/sources/list-source", () => {
  it.each([
    ["list-source", { items: [1, [2, 3], -4] }],
    ["list-source", { items: [1, -2, 3, 4], type: "integer", vector: 2 }],
  ] as const)("%s %j equals float64 for pages of any size", async (name, parameters) => {
    expect(await errorAgainstFloat64(name, parameters, { pages: [500, 133], firings: 400 })).toBeLessThan(-120);
  });
});
