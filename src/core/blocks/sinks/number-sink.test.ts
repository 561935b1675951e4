import { expect, it } from "vitest";
import { summaryOf } from "./number-sink.reference.ts";
import { noise, pagesOf, reportOf, sinkReports } from "./testing.ts";

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
