import { describe, expect, it } from "vitest";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { poison, readWords, run, testDevice, upload } from "../../gpu/testing.ts";
import { randomRows } from "../../random/testing.ts";
import { encodeTurbo } from "./encoder.reference.ts";
import { TURBO_LENGTHS } from "./qpp.ts";
import { matchRate } from "./rate-matcher.reference.ts";
import { circularOrder, type RateMatching } from "./rate-matching.ts";
import { createRateMatcher } from "./testing.ts";

const indices = (length: number) => Array.from({ length: 3 * length + 12 }, (_, c) => c);

describe("turbo/rate-matcher", () => {
  it.each([
    [1, { length: 40, sent: 132, redundancyVersion: 0 }],
    [300, { length: 40, sent: 50, redundancyVersion: 3 }],
    [5, { length: 40, sent: 1, redundancyVersion: 2 }],
    [7, { length: 152, sent: 1000, redundancyVersion: 1 }],
    [3, { length: 1008, sent: 1513, redundancyVersion: 2, softBuffer: 1777 }],
    [2, { length: 6144, sent: 18444, redundancyVersion: 1 }],
    [3, { length: 6144, sent: 7680, redundancyVersion: 0 }],
    [1, { length: 6144, sent: 40001, redundancyVersion: 3, softBuffer: 12000 }],
  ] satisfies [number, RateMatching][])("equals the standard's steps: %i frames, %j", async (frames, matching) => {
    const device = await testDevice();
    const coded = randomRows(matching.sent, frames, 3 * matching.length + 12);
    const plan = await createRateMatcher(device, { ...matching, frames, code: upload(device, pack(coded)) });
    poison(device, plan.output);
    await run(device, plan);
    const words = await readWords(device, plan.output, frames * wordsOf(matching.sent));
    expect(words).toEqual(pack(coded.map((row) => matchRate(row, matching))));
    plan.destroy();
  });

  it.each([
    [{ length: 44 }, "length must be one of the 188 of TS 36.212, 40 to 6144, got 44 (nearest: 40 and 48)"],
    [{ sent: 0 }, "sent must be a positive integer, got 0"],
    [{ redundancyVersion: 4 }, "redundancyVersion must be 0, 1, 2 or 3, got 4"],
    [{ softBuffer: 39 }, "softBuffer must be an integer ≥ 40, the length, got 39"],
    [{ frames: 0 }, "frames must be a positive integer, got 0"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const code = upload(device, new Uint32Array(64));
    const config = { length: 40, sent: 132, redundancyVersion: 0, frames: 1, code, ...change };
    await expect(createRateMatcher(device, config)).rejects.toThrow(`turbo/rate-matcher: ${message}`);
  });
});

describe("the circular buffer", () => {
  it("is the standard's at all 188 lengths and every redundancy version", () => {
    for (const [i, length] of TURBO_LENGTHS.entries()) {
      const matching = { length, redundancyVersion: i % 4, sent: 3 * length + 12 };
      const order = circularOrder("test", matching);
      expect(order).toEqual(matchRate(indices(length), matching));
      expect(new Set(order).size).toBe(matching.sent);
    }
  });

  it("starts with systematic bits two columns in, followed by alternating parity bits", () => {
    // K = 6144: 193 rows, 28 dummies. Column 8 comes third: its first bit is k = 8 − 28 + 32.
    const order = circularOrder("test", { length: 6144, sent: 1, redundancyVersion: 0 });
    expect(order.slice(0, 3)).toEqual([3 * 12, 3 * 44, 3 * 76]);
    const parity = order.findIndex((c) => c % 3 > 0);
    const streams = order.slice(parity + 10, parity + 300).map((c) => c % 3);
    expect(streams).toEqual(streams.map((_, i) => ((i + streams[0] + 1) % 2) + 1));
    expect(order.slice(0, parity).every((c) => c % 3 === 0)).toBe(true);
  });

  it.each([
    [1 / 2, [0, 1, 2, 3]],
    [2 / 3, [0, 1, 2, 3]],
    [4 / 5, [0]],
  ])("keeps all information at rate %f in redundancy versions %j", (rate, versions) => {
    const length = 104;
    const rows = indices(length).slice(0, length);
    const generator = rows.map((k) => encodeTurbo(rows.map((other) => Number(other === k))));
    for (const redundancyVersion of versions) {
      const matching = { length, sent: Math.ceil(length / rate), redundancyVersion };
      expect(rank(generator.map((row) => matchRate(row, matching))), `rv ${redundancyVersion}`).toBe(length);
    }
  });
});

/** Rank over GF(2). */
function rank(rows: number[][]): number {
  const left = rows.map((row) => BigInt(`0b${row.join("")}`));
  let found = 0;
  for (let pivot = left.pop(); pivot !== undefined; pivot = left.pop()) {
    if (!pivot) continue;
    found++;
    const lowest = pivot & -pivot;
    for (const [i, row] of left.entries()) if (row & lowest) left[i] = row ^ pivot;
  }
  return found;
}
