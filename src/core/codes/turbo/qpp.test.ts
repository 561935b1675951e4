import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { interleaver, qppOf, TURBO_LENGTHS } from "./qpp.ts";

const TABLE = new URL("./qpp.vectors.csv", import.meta.url);

describe("turbo/qpp", () => {
  it("equals table 5.1.3-3 of TS 36.212", () => {
    const lines = readFileSync(TABLE, "utf8").trim().split("\n");
    const rows = lines.filter((line) => /^\d/.test(line));
    expect(TURBO_LENGTHS.map((length, i) => [i + 1, ...Object.values(qppOf(length))].join())).toEqual(rows);
  });

  it("has the lengths of TS 36.212: steps of 8 to 512, 16 to 1024, 32 to 2048, 64 to 6144", () => {
    expect(TURBO_LENGTHS).toHaveLength(188);
    for (const [i, length] of TURBO_LENGTHS.slice(1).entries()) {
      const step = [512, 1024, 2048].reduce((step, end) => (length > end ? 2 * step : step), 8);
      expect(length - TURBO_LENGTHS[i]).toBe(step);
    }
  });

  it("permutes every length, residues modulo 8 among themselves: windows of 8 stages never collide", () => {
    for (const length of TURBO_LENGTHS) {
      const permutation = interleaver(length);
      expect(new Set(permutation).size).toBe(length);
      expect(Math.max(...permutation)).toBe(length - 1);
      expect(permutation.every((to, i) => to % 8 === permutation[i % 8] % 8)).toBe(true);
    }
  });

  it.each([
    [41, "got 41 (nearest: 40 and 48)"],
    [6145, "got 6145 (nearest: 6144)"],
    [0, "got 0 (nearest: 40)"],
    [1025, "got 1025 (nearest: 1024 and 1056)"],
    [Number.NaN, "got NaN"],
  ])("refuses length %s", (length, message) => {
    const text = `turbo/qpp: length must be one of the 188 of TS 36.212, 40 to 6144, ${message}`;
    expect(() => qppOf(length)).toThrow(new RangeError(text));
  });
});
