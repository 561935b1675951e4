import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { randomRows } from "../../random/testing.ts";
import { parityChecksOf } from "./base-graphs.ts";
import { checksOf } from "./base-graphs.reference.ts";
import { type LdpcCode, ldpcCode, WIMAX_CODES, WIMAX_RATES } from "./code.ts";
import { encodeBlocks } from "./encoder.reference.ts";
import { failedChecks } from "./testing.ts";

const BASES = new URL("./code.vectors.csv", import.meta.url);

/** The base matrices of IEEE 802.16e, by rate. */
const bases = new Map(
  readFileSync(BASES, "utf8")
    .split("# rate ")
    .slice(1)
    .map((text) => {
      const [rate, ...rows] = text.trim().split("\n");
      return [rate, rows.map((line) => line.split(",").map(Number))];
    }),
);

/** Cycles of length 4 per bit of a block: pairs of columns whose shifts differ equally in two layers. */
function shortCycles(code: LdpcCode): number {
  const { layers } = parityChecksOf(code);
  const pairs = layers.flatMap((first, i) => layers.slice(i + 1).map((second) => [first, second]));
  return pairs.reduce((count, [first, second]) => {
    const turns = first.flatMap(({ column, shift }) => {
      const other = second.find((block) => block.column === column);
      return other ? [(shift - other.shift + code.z) % code.z] : [];
    });
    return count + turns.filter((turn, i) => turns.indexOf(turn) !== i).length;
  }, 0);
}

describe("ldpc/code", () => {
  it.each(WIMAX_RATES)("has the base matrix of IEEE 802.16e at rate %s, and codewords that satisfy it", (rate) => {
    const base = bases.get(rate) as number[][];
    const codes = WIMAX_CODES.filter(({ graph }) => graph === `wimax-${rate}`);
    expect(codes.map(({ length }) => length)).toEqual(Array.from({ length: 19 }, (_, i) => 576 + 96 * i));
    for (const code of codes) {
      expect(ldpcCode(code.name)).toBe(code);
      const { layers } = parityChecksOf(code);
      const { z } = code;
      const scaled = (s: number) => (rate === "2/3a" ? s % z : Math.floor((s * z) / 96));
      const found = layers.map((blocks) => {
        const row = Array.from({ length: 24 }, () => -1);
        for (const { column, shift } of blocks) row[column] = shift;
        return row;
      });
      expect(found).toEqual(base.map((row) => row.map((s) => (s < 0 ? -1 : scaled(s)))));
      const [bits] = randomRows(z, 1, code.information);
      expect(failedChecks(code, encodeBlocks(code, bits))).toBe(0);
    }
  });

  it.each([
    ["wimax-2304-1/2", 1 / 2, [6, 7], 0],
    ["wimax-2304-2/3a", 2 / 3, [10], 0],
    ["wimax-2304-2/3b", 2 / 3, [10, 11], 0],
    ["wimax-2304-3/4a", 3 / 4, [14, 15], 3],
    ["wimax-2304-3/4b", 3 / 4, [14, 15], 0],
    ["wimax-2304-5/6", 5 / 6, [20], 0],
    ["wimax-2304-5/6-50", 5 / 6, [20], 0],
  ])("has checks of %s in all bits, and cycles of length 4 as in the standard", (name, rate, degrees, cycles) => {
    const code = ldpcCode(name);
    expect(code.information / code.length).toBe(rate);
    const checks = checksOf(code);
    expect(new Set(checks.map((check) => new Set(check).size))).toEqual(new Set(degrees));
    expect(new Set(checks.flat()).size).toBe(code.length);
    const pairs = new Set<number>();
    let count = 0;
    for (const check of checks) {
      for (const a of check) {
        for (const b of check) {
          if (a >= b) continue;
          pairs.add(2304 * a + b);
          count++;
        }
      }
    }
    expect(count - pairs.size).toBe(cycles * code.z);
    expect(shortCycles(code)).toBe(cycles);
  });

  // The evidence for the shift 68 at rate 5/6: docs/codes.md.
  it.each([
    ["2/3b", 0],
    ["3/4b", 0],
    ["5/6", 0],
    ["5/6-50", 10],
  ] as const)("has cycles of length 4 at rate %s for %i of 19 lengths", (rate, lengths) => {
    const codes = WIMAX_CODES.filter(({ graph }) => graph === `wimax-${rate}`);
    expect(codes.filter((code) => shortCycles(code) > 0)).toHaveLength(lengths);
  });

  it.each(["wimax-2304-2/3", "wimax-600-1/2", "", "2304"])("refuses %j", (name) => {
    const message =
      'code must be "wimax-<n>-<rate>" with n = 576 to 2304 by 96 and rate 1/2, 2/3a, 2/3b, 3/4a, 3/4b, 5/6, 5/6-50, or "nr-ldpc:<K>:<N>"';
    expect(() => ldpcCode(name, "mimo/chain")).toThrow(`mimo/chain: ${message}, got ${JSON.stringify(name)}`);
  });
});
