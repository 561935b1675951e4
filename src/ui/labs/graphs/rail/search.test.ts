import { describe, expect, it } from "vitest";
import { TYPES } from "../graph/resolved.ts";
import { rangeAround, readExpression } from "./expression-field.tsx";
import { matching } from "./search.ts";

describe("graphs/rail", () => {
  it("finds blocks by title, keyword and all words, the title first", () => {
    expect(matching(TYPES, "").length).toBe(Object.keys(TYPES).length);
    expect(matching(TYPES, "waterfall")[0]).toBe("waterfall-sink");
    expect(matching(TYPES, "oscilloscope")).toContain("time-sink");
    expect(matching(TYPES, "time sink")).toContain("time-sink");
    expect(matching(TYPES, "time no-such-word")).toEqual([]);
  });

  it("reads numbers and expressions", () => {
    const field = { unit: "Hz", min: 0, max: 1e9, variables: { fs: 2e6 } };
    expect(readExpression("2.4M", field)).toEqual({ value: 2.4e6, stored: 2.4e6 });
    expect(readExpression(" fs / 8 ", field)).toEqual({ value: 250_000, stored: "fs / 8" });
    expect(readExpression("-fs", field)).toMatchObject({ reason: expect.stringContaining("from 0 to") });
    expect(readExpression("gs", field)).toMatchObject({ reason: expect.stringContaining("gs") });
    expect(readExpression("", field)).toMatchObject({ reason: expect.stringContaining("Type") });
    expect(readExpression("fs / 3", { ...field, integer: true })).toMatchObject({
      reason: expect.stringContaining("whole"),
    });
  });

  it("gives a slider the field's range, or one around the value", () => {
    expect(rangeAround(0.5, { min: 0, max: 1, step: 0.01 })).toEqual({ min: 0, max: 1, step: 0.01 });
    expect(rangeAround(3, { min: -1e30, max: 1e30, step: 0.1 })).toEqual({ min: -6, max: 6, step: 0.01 });
    expect(rangeAround(-4, { min: 0, max: 1e30, step: 0.1 }).min).toBe(0);
  });
});
