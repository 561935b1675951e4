import { describe, expect, it } from "vitest";
import { RATES, rateOf } from "./rates.ts";
import { SYMBOL_SAMPLES } from "./symbol.ts";

describe("rates of 802.11 OFDM", () => {
  it("have the bits per symbol of the standard, 18.3.2.3", () => {
    expect(RATES.map((each) => each.codedBits)).toEqual([48, 48, 96, 96, 192, 192, 288, 288]);
    expect(RATES.map((each) => each.dataBits)).toEqual([24, 36, 48, 72, 96, 144, 192, 216]);
  });

  it.each(RATES)("$mbps Mbit/s: data bits per symbol duration give the rate at 20 and at 10 MHz", (each) => {
    expect((each.dataBits * 20) / SYMBOL_SAMPLES).toBe(each.mbps);
    expect((each.dataBits * 10) / SYMBOL_SAMPLES).toBe(each.mbpsAt10MHz);
    expect(rateOf(each.mbps)).toBe(each);
  });

  it("have different RATE fields, each with a 1 as its last bit", () => {
    expect(new Set(RATES.map((each) => each.field)).size).toBe(8);
    for (const { field } of RATES) expect(field).toMatch(/^[01]{3}1$/);
  });

  it.each([0, 7, -6, 108, Number.NaN])("refuses %d Mbit/s", (mbps) => {
    expect(() => rateOf(mbps)).toThrow(`wifi/rates: rate must be 6, 9, 12, 18, 24, 36, 48, 54 Mbit/s, got ${mbps}`);
  });
});
