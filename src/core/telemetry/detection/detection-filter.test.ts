import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DETECTION_FILTER } from "./detection-filter.ts";

const SOURCE = new URL("./detection-filter.vectors.json", import.meta.url);

describe("detection filter", () => {
  it("has 23 symmetric taps of energy 2", () => {
    expect(DETECTION_FILTER).toHaveLength(23);
    for (const [k, tap] of DETECTION_FILTER.entries()) expect(tap).toBeCloseTo(DETECTION_FILTER[22 - k], 14);
    expect(DETECTION_FILTER.reduce((sum, tap) => sum + tap * tap, 0)).toBeCloseTo(2, 6);
  });

  it("has the taps of the thesis", () => {
    expect(DETECTION_FILTER).toEqual(JSON.parse(readFileSync(SOURCE, "utf8")).detection_filter);
  });
});
