import { describe, expect, it } from "vitest";
import { windowCounts } from "../decoding.ts";
import { decodersOf, sentBits, TURBO, turboNoiseVariance } from "./experiment.ts";

describe("experiments/turbo/experiment", () => {
  it("fills missing fields, with windows that divide the length", () => {
    expect(TURBO.parse({})).toMatchObject({ length: 6144, windows: "96" });
    expect(TURBO.parse({ length: 40 }).windows).toBe("1");
    expect(TURBO.parse({ length: 1024 }).windows).toBe("16");
    expect(TURBO.parse({ length: 1024, windows: "1,8" }).windows).toBe("1,8");
  });

  it("takes windows by their stages", () => {
    expect(TURBO.parse({ windows: "W64" }).windows).toBe("96");
    expect(TURBO.parse({ length: 512, windows: "1, w = 64,W32" }).windows).toBe("1, 8,16");
    expect(TURBO.parse({ windows: "W64,W128" }).windows).toBe("96,48");
  });

  it("compares every algorithm with every number of windows and iterations", () => {
    const decoders = decodersOf(
      TURBO.parse({ algorithm: ["all"], windows: "1,96", iterations: "1,6", scale: 0.7, length: 6144 }),
    );
    expect(decoders).toHaveLength(8);
    expect(decoders[0]).toEqual({ algorithm: "max-log", windows: 1, iterations: 1, scale: 0.7 });
    expect(decoders[7]).toEqual({ algorithm: "log-map", windows: 96, iterations: 6, scale: 1 });
  });

  it.each([
    [{ length: 100 }, "length must be one of the 188 of TS 36.212, 40 to 6144, got 100 (nearest: 96 and 104)"],
    [{ windows: "97" }, "windows must divide K = 6144: 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192; got 97"],
    [{ length: 40, windows: "W7" }, "windows of K = 40 may have 1, 2, 4, 5, 8, 10, 20, 40 stages; got 7"],
    [{ windows: "W16" }, "windows of K = 6144 may have 32, 48, 64"],
    [{ windows: "W" }, "not a number in"],
    [{ windows: "0" }, "windows must be a whole number from 1 to 192"],
    [{ iterations: "17" }, "iterations must be a whole number from 1 to 16"],
    [{ iterations: "1:1:16" }, "16 decoders are too many, 12 at most"],
    [{ stop: "crc" }, "an early stop by CRC needs check bits in the codeword: set crc to 24A or 24B"],
    [{ rate: "7/8" }, "rate must be one of 1/5, 1/3, 1/2"],
    [{ ebn0: "0:0:1" }, "the step never reaches the end"],
    [{ code: "ldpc" }, "no field code"],
  ])("refuses %o", (given, message) => {
    expect(() => TURBO.parse(given)).toThrow(message);
  });

  it("includes the tail in the rate of the whole codeword", () => {
    expect(sentBits({ length: 6144, rate: "1/3" })).toBe(18_444);
    expect(sentBits({ length: 6144, rate: "3/4" })).toBe(8192);
    // AFF3CT's file: Es/N0 is Eb/N0 − 4.774 dB at this rate.
    const esn0Db = -10 * Math.log10(2 * turboNoiseVariance({ length: 6144, rate: "1/3" }, 0));
    expect(esn0Db).toBeCloseTo(10 * Math.log10(6144 / 18_444), 10);
  });

  it("knows the divisors", () => {
    expect(windowCounts(40)).toEqual([1, 2, 4, 5, 8, 10, 20, 40]);
  });
});
