import { describe, expect, it } from "vitest";
import { exponentialProfile } from "./power-delay-profile.ts";

describe("channel/power-delay-profile", () => {
  it.each([0.01, 0.2, 1, 3, 10, 100])("has unit power and an RMS delay spread of %f samples", (spread) => {
    const powers = exponentialProfile(spread);
    const moment = (order: number) => powers.reduce((sum, power, l) => sum + power * l ** order, 0);
    expect(moment(0)).toBeCloseTo(1, 12);
    expect(Math.sqrt(moment(2) - moment(1) ** 2) / spread).toBeCloseTo(1, 2);
    const ratios = powers.subarray(1).map((power, l) => power / powers[l]);
    for (const ratio of ratios) expect(ratio).toBeCloseTo(ratios[0], 9);
  });

  it("has one tap without a spread", () => {
    expect(exponentialProfile(0)).toEqual(Float64Array.of(1));
  });

  it.each([-1, 101, Number.NaN])("refuses a spread of %f", (spread) => {
    expect(() => exponentialProfile(spread)).toThrow(`the delay spread must be 0 to 100 samples, got ${spread}`);
  });
});
