import { describe, expect, it } from "vitest";
import { gaussianDeviation, gaussianInformation, gaussianLlrs, normalNumbers } from "./gaussian-llrs.ts";
import { informationOf } from "./information.ts";

describe("Gaussian LLRs", () => {
  it("have the information of S. ten Brink's J", () => {
    // By numerical integration with 200,001 points.
    expect(gaussianInformation(2)).toBeCloseTo(0.485944154, 7);
    expect(gaussianInformation(0)).toBeCloseTo(0, 12);
    expect(gaussianInformation(40)).toBeCloseTo(1, 12);
  });

  it.each([0, 0.01, 0.3, 0.7, 0.99, 1])("%d bits per bit, by their deviation and by their samples", (information) => {
    const deviation = gaussianDeviation(information);
    expect(gaussianInformation(deviation)).toBeCloseTo(information, 7);
    const bitAt = (i: number) => (i >> 1) & 1;
    const noise = normalNumbers(20_001, 3);
    const llr = gaussianLlrs(noise, bitAt, information);
    expect(Math.abs(informationOf(llr, bitAt) - information)).toBeLessThan(0.012);
    expect(normalNumbers(20_001, 3)).toEqual(noise);
  });

  it("refuse other information", () => {
    expect(() => gaussianDeviation(1.1)).toThrow("information must be 0 to 1, got 1.1");
  });
});
