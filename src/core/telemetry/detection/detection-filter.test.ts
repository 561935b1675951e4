import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DETECTION_FILTER } from "./detection-filter.ts";

const SOURCE = "../shared/data/paq-receiver.json";

describe("detection filter", () => {
  it("has 23 symmetric taps of energy 2", () => {
    expect(DETECTION_FILTER).toHaveLength(23);
    for (const [k, tap] of DETECTION_FILTER.entries()) expect(tap).toBeCloseTo(DETECTION_FILTER[22 - k], 14);
    expect(DETECTION_FILTER.reduce((sum, tap) => sum + tap * tap, 0)).toBeCloseTo(2, 6);
  });

  it.skipIf(!existsSync(SOURCE))("has the taps of the source (skipped without paq-receiver.json)", () => {
    expect(DETECTION_FILTER).toEqual(JSON.parse(readFileSync(SOURCE, "utf8")).detection_filter);
  });
});
