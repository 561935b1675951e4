import { describe, expect, it } from "vitest";
import { pack } from "../../gpu/rows.ts";
import { testRandom } from "../../gpu/testing.ts";
import { confidenceInterval } from "../../measurement/confidence.ts";
import { createErrorCountBlock, type ErrorTotals } from "./error-count.ts";
import { errorCounter } from "./error-counter.ts";
import { sinkReports } from "./testing.ts";

const bitsOf = (seed: number, count: number) => {
  const random = testRandom(seed);
  return Array.from({ length: count }, () => Math.floor(2 * random()));
};

/** Feeds two streams in uneven pieces. */
function counted(a: readonly number[], b: readonly number[], parameters: Partial<typeof errorCounter.defaults> = {}) {
  const count = createErrorCountBlock({ ...errorCounter.defaults, ...parameters });
  const random = testRandom(a.length);
  let totals: ErrorTotals | undefined;
  for (let [i, j] = [0, 0]; i < a.length || j < b.length;) {
    const [m, n] = [Math.floor(900 * random()), Math.floor(900 * random())];
    const part = (bits: readonly number[]) => ({
      words: bits.length ? pack([bits]) : new Uint32Array(),
      count: bits.length,
    });
    totals = count.add(part(a.slice(i, i + m)), part(b.slice(j, j + n))) ?? totals;
    [i, j] = [i + m, j + n];
  }
  return { totals, delay: count.delay };
}

describe("blocks/sinks/error-counter", () => {
  it.each([0, 1, 31, 777, -5, -1234])("finds a delay of %i bits, and counts every difference", (delay) => {
    const a = bitsOf(1, 20_000);
    const late = delay > 0 ? [...bitsOf(2, delay), ...a] : a.slice(-delay);
    const wrong = new Set([900, 3000, 3001, 3002, 17_000]);
    const b = late.map((bit, i) => (wrong.has(i) ? 1 - bit : bit));
    const { totals, delay: found } = counted(a, b);
    expect(found).toBe(delay);
    const bits = 20_000 + Math.min(0, delay);
    expect(totals).toEqual({ bits, errors: 5, ci95: confidenceInterval(5, bits) });
  });

  it("finds the delay at an error rate of 0.25, and none between independent streams", () => {
    const random = testRandom(5);
    const a = bitsOf(1, 20_000);
    const b = [...bitsOf(2, 300), ...a].map((bit) => (random() < 0.25 ? 1 - bit : bit));
    const { totals, delay } = counted(a, b);
    expect(delay).toBe(300);
    expect((totals?.errors ?? 0) / 20_000).toBeCloseTo(0.25, 1);
    expect(counted(a, bitsOf(9, 20_000)).totals).toBeUndefined();
  });

  it("counts all bits of a stream that comes half a million bits after the other", () => {
    const a = bitsOf(4, 500_000);
    const count = createErrorCountBlock(errorCounter.defaults);
    const [none, all] = [pack([[0]]), pack([a])];
    expect(count.add({ words: all, count: a.length }, { words: none, count: 0 })).toBeUndefined();
    const totals = count.add({ words: none, count: 0 }, { words: all, count: a.length });
    expect(totals).toMatchObject({ bits: 500_000, errors: 0 });
  });

  it("takes a given delay, and widens the interval for errors that come in groups", () => {
    const a = bitsOf(1, 50_000);
    const b = [0, ...a].map((bit, i) => (i % 5000 > 0 && i % 5000 <= 50 ? 1 - bit : bit));
    const single = counted(a, b, { alignment: "given", delay: 1 }).totals as ErrorTotals;
    const grouped = counted(a, b, { alignment: "given", delay: 1, unit: 100 }).totals as ErrorTotals;
    expect(single).toMatchObject({ bits: 50_000, errors: 500 });
    expect(grouped).toMatchObject({ bits: 50_000, errors: 500 });
    expect(grouped.ci95[1] - grouped.ci95[0]).toBeGreaterThan(3 * (single.ci95[1] - single.ci95[0]));
  });

  it("counts the bits of pages on the GPU, a short last page too", async () => {
    const a = Uint32Array.from(bitsOf(3, 1500));
    const b = a.map((bit, i) => (i % 500 === 7 ? 1 - bit : bit));
    const pages = [0, 700, 1400].map((from) => ({ a: a.slice(from, from + 700), b: b.slice(from, from + 700) }));
    const reports = await sinkReports("error-counter", {}, { length: 700, pages });
    expect(reports.map((report) => report?.kind === "errors" && [report.bits, report.errors])).toEqual([
      [700, 2],
      [1400, 3],
      [1500, 3],
    ]);
  });
});
