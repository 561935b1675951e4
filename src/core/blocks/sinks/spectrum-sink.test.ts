import { describe, expect, it } from "vitest";
import { meanSpectrum } from "./spectrum-sink.reference.ts";
import { noise, pagesOf, reportOf, sinkReports } from "./testing.ts";

const worst = (actual: ArrayLike<number>, expected: ArrayLike<number>) =>
  Array.from(expected, (value, i) => Math.abs(actual[i] - value)).reduce((most, value) => Math.max(most, value), 0);

describe("blocks/sinks/spectrum-sink", () => {
  it("averages segments over a page, across pages, and over a short last page", async () => {
    const x = noise(1, 2 * 1234);
    const reports = await sinkReports(
      "spectrum-sink",
      { length: "64", window: "hann", averages: 7, center: 1e6 },
      { length: 500, words: 2, hz: 48_000, pages: pagesOf(x, 500, 2) },
    );
    for (const [page, report] of reports.entries()) {
      const { rows, from, to } = reportOf("spectrum", report);
      const [first, items] = [500 * page, page < 2 ? 500 : 234];
      const ends = Array.from({ length: 7 }, (_, s) => first + Math.round(((s + 1) * items) / 7));
      expect(rows).toHaveLength(1);
      expect(worst(rows[0], meanSpectrum(x, { width: 2, points: 64, window: "hann", ends }))).toBeLessThan(0.001);
      expect([from, to]).toEqual([976_000, 1_024_000]);
    }
  });

  it("has more points than a workgroup can transform", async () => {
    const x = noise(3, 2 * 9000);
    const run = { length: 9000, words: 2, pages: pagesOf(x, 9000, 2) };
    const parameters = { length: "4096", window: "hann", averages: 2, rows: 2 };
    const [report] = await sinkReports("waterfall-sink", parameters, run);
    for (const [row, decibels] of reportOf("waterfall", report).rows.entries()) {
      const ends = [2250, 4500].map((end) => 4500 * row + end);
      expect(worst(decibels, meanSpectrum(x, { width: 2, points: 4096, window: "hann", ends }))).toBeLessThan(0.01);
    }
  });

  it("gives real samples the positive half, and works in pages shorter than a transform", async () => {
    const x = noise(2, 100);
    const reports = await sinkReports(
      "waterfall-sink",
      { type: "real", length: "64", window: "hann", averages: 3, rows: 2 },
      { length: 25, pages: pagesOf(x, 25) },
    );
    for (const [page, report] of reports.entries()) {
      const { rows, from, to } = reportOf("waterfall", report);
      expect([from, to]).toEqual([0, 0.5]);
      for (const [row, decibels] of rows.entries()) {
        const end = 25 * page + Math.round(((row + 1) * 25) / 2);
        expect(
          worst(decibels, meanSpectrum(x, { width: 1, points: 64, window: "hann", ends: [end] }).slice(32)),
        ).toBeLessThan(0.001);
      }
    }
  });
});
