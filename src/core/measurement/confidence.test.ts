import { describe, expect, it } from "vitest";
import { confidenceInterval } from "./confidence.ts";

describe("measurement/confidence", () => {
  // Quantiles of the beta distribution by mpmath 1.3 (40 digits); the two largest counts by scipy 1.17, beta.ppf.
  it.each([
    [0, 1, 0, 0.975, 1e-13],
    [1, 10, 0.0025285785444617843, 0.44501611702819543, 1e-13],
    [5, 10, 0.18708602844739852, 0.8129139715526015, 1e-13],
    [3, 6144, 0.00010070665415639176, 0.0014262954206393915, 1e-13],
    [100, 6144, 0.013261941989814433, 0.019761089402289694, 1e-13],
    [3072, 6144, 0.48741874661052403, 0.512581253389476, 1e-13],
    [0, 19070976, 0, 1.9342896227995161e-7, 1e-13],
    [1, 19070976, 1.3275570147791314e-9, 2.921529932778068e-7, 1e-13],
    [1144, 19070976, 5.6560398327083754e-5, 6.356574552879674e-5, 1e-13],
    [20, 1e10, 1.221651958954747e-9, 3.088837788585838e-9, 1e-13],
    [98217, 19070976, 0.005118000876194017, 0.0051823040266726446, 1e-12],
    [1e6, 1e12, 9.98040984317771e-7, 1.0019619109625515e-6, 1e-12],
  ])("%i errors in %i bits: %f to %f", (errors, trials, low, high, tolerance) => {
    const [lower, upper] = confidenceInterval(errors, trials);
    expect(Math.abs(lower - low)).toBeLessThanOrEqual(tolerance * low);
    expect(Math.abs(upper - high)).toBeLessThanOrEqual(tolerance * high);
  });

  it("is mirrored when errors and successes are exchanged", () => {
    const [lower, upper] = confidenceInterval(7, 50, 0.9);
    const [low, high] = confidenceInterval(43, 50, 0.9);
    expect(low).toBeCloseTo(1 - upper, 14);
    expect(high).toBeCloseTo(1 - lower, 14);
    expect(confidenceInterval(50, 50)[1]).toBe(1);
  });

  it("has the closed form 1 − 0.025^(1/n) without errors", () => {
    expect(confidenceInterval(0, 6144)).toEqual([0, expect.closeTo(1 - 0.025 ** (1 / 6144), 15)]);
  });

  it.each([
    [1, 0, 0.95, "trials must be an integer ≥ 1, got 0"],
    [0, 1.5, 0.95, "trials must be an integer ≥ 1, got 1.5"],
    [-1, 10, 0.95, "errors must be an integer from 0 to 10, got -1"],
    [11, 10, 0.95, "errors must be an integer from 0 to 10, got 11"],
    [Number.NaN, 10, 0.95, "errors must be an integer from 0 to 10, got NaN"],
    [1, 10, 95, "confidence must lie between 0 and 1, got 95"],
  ])("refuses %f of %f at %f", (errors, trials, confidence, message) => {
    expect(() => confidenceInterval(errors, trials, confidence)).toThrow(`measurement/confidence: ${message}`);
  });
});
