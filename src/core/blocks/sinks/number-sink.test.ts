import { expect, it } from "vitest";
import { summaryOf } from "./number-sink.reference.ts";
import { noise, pagesOf, reportOf, sinkReports } from "./testing.ts";

it.each([1e-36, 1e-30, 1e30, 3e38])("measures items of magnitude %d", async (size) => {
  const x = noise(7, 5000).map((_, n) => Math.fround(size) * (n % 4 === 0 ? -1 : 1));
  const run = { length: 5000, pages: pagesOf(x, 5000) };
  for (const [value, expected] of [
    ["mean", 0.5],
    ["rms", 1],
    ["maximum", 1],
    ["minimum", -1],
  ] as const) {
    const [report] = await sinkReports("number-sink", { value }, run);
    expect(reportOf("number", report).value / Math.fround(size)).toBeCloseTo(expected, 5);
  }
});

it("leaves out what is no finite number, and says so", async () => {
  const x = Float32Array.of(3, Number.NaN, 5, Number.NEGATIVE_INFINITY);
  const pages = [{ in: x }, { in: Float32Array.of(Number.NaN) }];
  const reports = await sinkReports("number-sink", { value: "mean", over: "run" }, { length: 4, pages });
  expect(reports).toEqual([
    { kind: "number", value: 4, unit: "", note: "2 of 4 items are no finite numbers, and left out." },
    { kind: "number", value: 4, unit: "", note: "3 of 5 items are no finite numbers, and left out." },
  ]);
});

it("computes mean, RMS, limits and the newest value over a page and over the run", async () => {
  const x = noise(7, 50_000).map((value) => 3 * value + 1);
  const pages = pagesOf(x, 30_000);
  for (const [name, value] of Object.entries(summaryOf(x))) {
    const reports = await sinkReports(
      "number-sink",
      { value: name, over: "run", unit: "V" },
      { length: 30_000, pages },
    );
    const { value: found, unit } = reportOf("number", reports[1]);
    expect(Math.abs(found / value - 1)).toBeLessThan(1e-6);
    expect(unit).toBe("V");
  }
  const reports = await sinkReports(
    "number-sink",
    { value: "mean" },
    {
      length: 30_000,
      pages,
      before: (page, set) => page === 1 && set({ value: "maximum" }),
    },
  );
  expect(reportOf("number", reports[0]).value / summaryOf(pages[0].in).mean).toBeCloseTo(1, 6);
  expect(reportOf("number", reports[1]).value).toBe(summaryOf(pages[1].in).maximum);
});
