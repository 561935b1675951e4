import { describe, expect, it } from "vitest";
import { testRandom } from "../../gpu/testing.ts";
import { CATALOGUE } from "../catalogue.testing.ts";
import { BLOCKS } from "../registry.ts";
import { histogram } from "./histogram-sink.reference.ts";
import { pagesOf, reportOf, sinkReports } from "./testing.ts";

describe("blocks/sinks/histogram-sink", () => {
  it.each([false, true])("counts a histogram, decided by the GPU: %s", async (decided) => {
    // Multiples of 1/8: exact in float32.
    const random = testRandom(6);
    const x = Float32Array.from({ length: 40_000 }, () => Math.floor(random() * 64 - 32) / 8);
    const expected = histogram(x, { bins: 6, from: -1.5, to: 1.5 });
    const run = { length: 30_000, pages: pagesOf(x, 30_000), decided };
    const reports = await sinkReports("histogram-sink", { bins: 6, from: -1.5, to: 1.5 }, run);
    const { counts, note } = reportOf("histogram", reports[1]);
    expect(counts).toEqual(expected);
    const outside = x.length - expected.reduce((sum, count) => sum + count, 0);
    expect(note).toBe(`${outside} of 40000 items are outside the limits.`);
  });

  it("tells items that are no finite numbers from those outside the limits, page after page", async () => {
    const pages = pagesOf(Float32Array.of(0, 5, -3e38, Number.NaN, Infinity, -Infinity, 0.1, Number.NaN), 4);
    const reports = await sinkReports(
      "histogram-sink",
      { bins: 2, from: -1, to: 1, over: "run" },
      { length: 4, pages },
    );
    const { counts, note } = reportOf("histogram", reports[1]);
    expect([...counts]).toEqual([0, 2]);
    expect(note).toBe("2 of 8 items are outside the limits. 4 samples are no finite numbers, and are not counted.");
  });

  it("refuses limits of a histogram that are out of order", () => {
    const create = CATALOGUE.factories["histogram-sink"] as unknown as (parameters: object) => unknown;
    expect(() => create({ ...BLOCKS["histogram-sink"].defaults, from: 2, to: 2 })).toThrow(
      "To must be larger than From, 2; got 2",
    );
  });
});
