import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checksOf, parityChecksOf } from "./base-graphs.ts";
import { ldpcCode, WIMAX_CODES } from "./code.ts";

const BASE = new URL("./code.vectors.csv", import.meta.url);

describe("ldpc/code", () => {
  it("has the base matrix of IEEE 802.16e", () => {
    const base = readFileSync(BASE, "utf8")
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("#"))
      .map((line) => line.split(",").map(Number));
    for (const code of WIMAX_CODES) {
      const { layers } = parityChecksOf(code);
      const { z } = code;
      const shifts = base.map((row) => row.map((s) => (s < 0 ? -1 : Math.floor((s * z) / 96))));
      const found = layers.map((blocks) => {
        const row = Array.from({ length: 24 }, () => -1);
        for (const { column, shift } of blocks) row[column] = shift;
        return row;
      });
      expect(found).toEqual(shifts);
    }
  });

  it("has 19 lengths, by name", () => {
    expect(WIMAX_CODES.map(({ length }) => length)).toEqual(Array.from({ length: 19 }, (_, i) => 576 + 96 * i));
    for (const code of WIMAX_CODES) {
      expect(ldpcCode(code.name)).toBe(code);
      expect(code.information).toBe(code.length / 2);
    }
  });

  it("has 12·z checks of 6 or 7 bits, and no cycle of length 4 at z = 96", () => {
    for (const code of WIMAX_CODES) {
      const checks = checksOf(code);
      expect(checks).toHaveLength(code.length / 2);
      const bits = new Set<number>();
      for (const check of checks) {
        expect([6, 7]).toContain(new Set(check).size);
        for (const bit of check) bits.add(bit);
      }
      expect(bits.size).toBe(code.length);
    }
    const pairs = new Set<number>();
    let count = 0;
    for (const check of checksOf(ldpcCode("wimax-2304-1/2"))) {
      for (const a of check) {
        for (const b of check) {
          if (a >= b) continue;
          pairs.add(2304 * a + b);
          count++;
        }
      }
    }
    expect(pairs.size).toBe(count);
  });

  it.each(["wimax-2304-2/3", "wimax-600-1/2", "", "2304"])("refuses %j", (name) => {
    const message = `code must be "wimax-<n>-1/2" with n = 576 to 2304 by 96, or "nr-ldpc:<K>:<N>", got ${JSON.stringify(name)}`;
    expect(() => ldpcCode(name, "mimo/chain")).toThrow(`mimo/chain: ${message}`);
  });
});
