import { describe, expect, it } from "vitest";
import { blockOutputs, errorAgainstFloat64, inFloat64 } from "../testing.ts";

const x = Float32Array.of(0, 1, 0.5, 0.5, 0, 0.5, 2, 0.5, -1, 0.5, 0.5, 1, 0);

describe("blocks/arithmetic/schmitt-trigger", () => {
  // GNU Radio 3.10.5: blocks.threshold_ff(low, high, initial).
  it.each([
    [0.5, 0.5, "0", [0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0]],
    [0, 1, "0", [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]],
    [0, 1, "1", [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0]],
    [-0.5, 0.7, "0", [0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1]],
    [1, 0, "0", [0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0]],
  ] as const)("decides as GNU Radio's threshold from %f to %f, after %s", async (low, high, initial, expected) => {
    const parameters = { low, high, initial, output: "real" };
    const { out } = await blockOutputs("schmitt-trigger", parameters, { inputs: { in: x }, page: [4, 1, 8] });
    expect([...out]).toEqual(expected);
    expect([...inFloat64("schmitt-trigger", parameters, { in: x }).out]).toEqual(expected);
  });

  it.each([
    [{ low: -1.5, high: 1.5 }],
    // Most samples decide nothing, so a decision holds over tiles and pages.
    [{ low: -3.2, high: 3.2, initial: "1", output: "real" }],
  ])("%j equals float64 for pages of any size", async (parameters) => {
    const error = await errorAgainstFloat64("schmitt-trigger", parameters, { pages: [1500, 333], firings: 3000 });
    expect(error).toBe(-Infinity);
  });
});
