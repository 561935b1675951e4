import { describe, expect, it } from "vitest";
import { parseQuantity, stepQuantity } from "./quantity.ts";

const wide = { min: -1e12, max: 1e12 };

describe("fields/quantity", () => {
  it.each([
    ["1e-3", "", 1e-3],
    ["−4.5", "dB", -4.5],
    ["4,5", "dB", 4.5],
    ["2.4M", "Hz", 2.4e6],
    ["2.4 MHz", "Hz", 2.4e6],
    ["433.92M", "MHz", 433.92],
    ["50 ns", "ns", 50],
    ["50", "ns", 50],
    ["0.05 µs", "ns", 50],
    ["50n", "ns", 50],
    ["3 k", "", 3000],
    ["180 deg", "°", 180],
    ["180°", "°", 180],
    ["12 db", "dB", 12],
    [".5", "samples", 0.5],
    ["+7", "", 7],
  ])("reads %s in %s as %d", (text, unit, value) => {
    expect(parseQuantity(text, { unit, ...wide })).toEqual({ value });
  });

  it.each([
    ["", "dB", "Type a number."],
    ["abc", "dB", "“abc” is not a number."],
    ["5 kg", "dB", "“kg” is not a unit here; give a number in dB."],
    ["5 px", "", "“px” is not a unit here; give a number without a unit."],
    ["1.5e", "", "“e” is not a unit here; give a number without a unit."],
    ["1e15", "dB", "Enter a number from −1000000000000 to 1000000000000 dB."],
  ])("refuses %j in %s: %s", (text, unit, reason) => {
    expect(parseQuantity(text, { unit, ...wide })).toEqual({ reason });
  });

  it("requires whole numbers for whole-number fields", () => {
    const range = { unit: "", min: 0, max: 10, integer: true };
    expect(parseQuantity("2.5", range)).toEqual({ reason: "Enter a whole number." });
    expect(parseQuantity("2.0", range)).toEqual({ value: 2 });
  });

  it("names no range that is empty", () => {
    const reason = "No value is possible here. Change the other fields first.";
    expect(parseQuantity("40", { unit: "", min: 40, max: 39 })).toEqual({ reason });
  });

  it("steps on the grid and stops at the ends", () => {
    const range = { unit: "dB", min: 0, max: 1 };
    expect(stepQuantity(0.2, 1, 0.1, range)).toBe(0.3);
    expect(stepQuantity(0.25, 1, 0.1, range)).toBe(0.4);
    expect(stepQuantity(0.95, 10, 0.1, range)).toBe(1);
    expect(stepQuantity(0, -1, 0.1, range)).toBe(0);
  });

  it("leaves out the ends of an open range", () => {
    const range = { unit: "Hz", min: 0, max: 24_000, open: true };
    const reason = "Enter a number above 0 and below 24000 Hz.";
    for (const end of ["0", "24k", "-1"]) expect(parseQuantity(end, range)).toEqual({ reason });
    expect(parseQuantity("1m", range)).toEqual({ value: 0.001 });
    expect(stepQuantity(100, -1, 100, range)).toBe(100);
    expect(stepQuantity(23_950, 1, 100, range)).toBe(23_950);
    expect(stepQuantity(200, -1, 100, range)).toBe(100);
  });
});
