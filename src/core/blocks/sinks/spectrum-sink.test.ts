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
      // The first transform would begin before the signal.
      const ends = [2250, 4500].map((end) => Math.max(4096, 4500 * row + end));
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
        // Up to 64 samples, a transform has all of them; after that, it ends with its row.
        const end = Math.max(Math.min(64, 25 * (page + 1)), 25 * page + Math.round(((row + 1) * 25) / 2));
        expect(
          worst(decibels, meanSpectrum(x, { width: 1, points: 64, window: "hann", ends: [end] }).slice(32)),
        ).toBeLessThan(0.001);
      }
    }
  });

  // By hand: a transform's bin at the tone is Σ w over Σ w, for any window and length.
  it.each(["rectangular", "hann", "hamming", "blackman", "flattop"])(
    "reads a tone of amplitude 1 at 0 dB with the %s window, however short the signal is",
    async (window) => {
      for (const [points, samples] of [
        [64, 1],
        [64, 2],
        [64, 3],
        [64, 4],
        [64, 37],
        [64, 64],
        [64, 65],
        [1024, 1024],
        [1024, 300],
        [4096, 1500],
      ]) {
        const x = Float32Array.from({ length: 2 * samples }, (_, i) => {
          const phase = (2 * Math.PI * 10 * (i >> 1)) / points;
          return i % 2 ? Math.sin(phase) : Math.cos(phase);
        });
        const run = { length: samples, words: 2, pages: pagesOf(x, samples, 2) };
        const [report] = await sinkReports("waterfall-sink", { length: String(points), window, rows: 3 }, run);
        for (const row of reportOf("waterfall", report).rows) expect(row[points / 2 + 10]).toBeCloseTo(0, 3);
      }
    },
  );

  it.each([1e-36, 1e-30, 1e30, 3e38])("finds a tone of amplitude %d", async (amplitude) => {
    const x = Float32Array.from({ length: 2 * 256 }, (_, i) => {
      const phase = (2 * Math.PI * 3 * (i >> 1)) / 64;
      return amplitude * (i % 2 ? Math.sin(phase) : Math.cos(phase));
    });
    for (const length of ["64", "4096"]) {
      const run = { length: 256, words: 2, pages: pagesOf(x, 256, 2) };
      const [report] = await sinkReports("spectrum-sink", { length, window: "hann" }, run);
      const { rows, note } = reportOf("spectrum", report);
      const place = Number(length) / 2 + (3 * Number(length)) / 64;
      expect(rows[0][place] - 20 * Math.log10(Math.fround(amplitude))).toBeCloseTo(0, 3);
      expect(rows[0].every((value) => value <= rows[0][place])).toBe(true);
      expect(note).toBeUndefined();
    }
  });

  it("takes samples that are no finite numbers for zeros, and says so", async () => {
    const x = Float32Array.from({ length: 2 * 64 }, (_, i) => (i % 2 ? 0 : 1));
    x[20] = Number.NaN;
    x[31] = Number.POSITIVE_INFINITY;
    const run = { length: 64, words: 2, pages: pagesOf(x, 64, 2) };
    const [report] = await sinkReports("spectrum-sink", { length: "64", window: "rectangular" }, run);
    const { rows, note } = reportOf("spectrum", report);
    expect(note).toBe("Some samples are no finite numbers. They count as zero.");
    expect(rows[0][32]).toBeCloseTo(20 * Math.log10(62 / 64), 3);
  });
});
