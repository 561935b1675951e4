import { describe, expect, it } from "vitest";
import { counted, digitsWithin, duration, fixed, measured, plain, rateWithin, siUnit } from "./format.ts";

describe("an error rate with its interval", () => {
  it.each([
    [4.07e-4, [2.4e-4, 6.7e-4], "4 (2.4 to 6.7) × 10⁻⁴"],
    [3.37e-3, [3e-3, 3.8e-3], "3.4 (3.0 to 3.8) × 10⁻³"],
    [1.2e-2, [6.3e-3, 2.3e-2], "1.2 (0.6 to 2.3) × 10⁻²"],
    [9.6e-5, [2e-5, 3e-4], "1 (0.2 to 3.0) × 10⁻⁴"],
    [0.337, [0.336, 0.338], "3.4 (3.4 to 3.4) × 10⁻¹"],
    // Few packets: the interval has no lower limit worth a digit, and an upper one far above the rate.
    [7e-4, [1e-6, 3.3e-2], "7 (0 to 330) × 10⁻⁴"],
    [1.1e-5, [1e-9, 0.37], "1 (0 to 37\u202f000) × 10⁻⁵"],
    [9.96e-3, [9.6e-3, 9.99e-3], "1.0 (1.0 to 1.0) × 10⁻²"],
    [1, [0.63, 1], "1.0 (0.6 to 1.0)"],
    [0, [0, 0.37], "below 3.7 × 10⁻¹"],
  ] as const)("%d in %j has one power of ten, and the digits that the interval supports", (value, interval, text) => {
    expect(rateWithin(value, interval)).toBe(text);
  });
});

describe("what was counted", () => {
  it.each([
    [0, 49152, "bits", "0 of 49\u202f152 bits"],
    [8, 8, "packets", "8 of 8 packets"],
    [0, 1, "packets", "0 of 1 packet"],
    [1, 1, "frames", "1 of 1 frame"],
  ] as const)("%d of %d %s", (errors, trials, unit, text) => {
    expect(counted(errors, trials, unit)).toBe(text);
  });
});

it.each([
  [[2.4e6, "Hz"], { unit: "MHz", by: 1e6 }],
  [[999, "Hz"], { unit: "Hz", by: 1 }],
  [[2e-5, "s"], { unit: "µs", by: 1e-6 }],
  [[1e-12, "s"], { unit: "ns", by: 1e-9 }],
  [[0, "s"], { unit: "s", by: 1 }],
  [[3600, "s", 1e-9, 1], { unit: "s", by: 1 }],
  [[0.25, "Hz", 1], { unit: "Hz", by: 1 }],
] as const)("siUnit of %j is %j", (of, expected) => {
  expect(siUnit(...(of as unknown as [number, string]))).toEqual(expected);
});

it.each([
  [420.4, "420 ms"],
  [999.7, "1.0 s"],
  [9960, "10 s"],
  [59_700, "1 min 0 s"],
  [1_139_700, "19 min 0 s"],
  [3_599_900, "1 h 0 min"],
])("a duration of %d ms is %s", (ms, text) => expect(duration(ms)).toBe(text));

describe("a number", () => {
  it("has a true minus sign and the sign of infinity", () => {
    expect([plain(-0.05), plain(-Infinity, 3), fixed(Infinity, 2)]).toEqual(["−0.05", "−∞", "∞"]);
  });
});

describe("a measured quantity", () => {
  it("shows all its digits, also zeros", () => {
    expect(measured(74.3e-3, "s", 4)).toBe("74.30 ms");
    expect(measured(433.221e6, "Hz", 7)).toBe("433.2210 MHz");
    expect(measured(-1234.5, "Hz", 3)).toBe("−1.23 kHz");
    expect(measured(0, "s", 5)).toBe("0 s");
  });

  it("has the digits that its standard deviation supports", () => {
    const text = (value: number, sd: number) => measured(value, "Hz", digitsWithin(value, sd));
    expect(text(433_445_141.23, 1.4)).toBe("433.4451412 MHz");
    expect(text(27_455.51, 0.11)).toBe("27.45551 kHz");
    expect(text(433.5e6, 2.1e6)).toBe("433.5 MHz");
    expect(text(41_940, 1e6)).toBe("42 kHz");
  });
});
