import { describe, expect, it } from "vitest";
import { rateInterval, rateWithin } from "./format.ts";

describe("an error rate with its interval", () => {
  it.each([
    [4.07e-4, [2.4e-4, 6.7e-4], "4 × 10⁻⁴", "2.4 to 6.7 × 10⁻⁴"],
    [3.37e-3, [3e-3, 3.8e-3], "3.4 × 10⁻³", "3.0 to 3.8 × 10⁻³"],
    [1.2e-2, [6.3e-3, 2.3e-2], "1.2 × 10⁻²", "0.6 to 2.3 × 10⁻²"],
    [9.6e-5, [2e-5, 3e-4], "1 × 10⁻⁴", "0.2 to 3.0 × 10⁻⁴"],
    [0.337, [0.336, 0.338], "3.4 × 10⁻¹", "3.4 to 3.4 × 10⁻¹"],
    [1e-2, [3e-4, 0.48], "1 × 10⁻²", "below 4.8 × 10⁻¹"],
    [0, [0, 0.21], "0", "below 2.1 × 10⁻¹"],
  ] as const)("%d in %j has the digits that it supports", (value, interval, text, limits) => {
    expect(rateWithin(value, interval)).toBe(text);
    expect(rateInterval(interval)).toBe(limits);
  });
});
