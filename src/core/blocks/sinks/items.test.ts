import { describe, expect, it } from "vitest";
import { noise, pagesOf, reportOf, sinkReports } from "./testing.ts";

describe("blocks/sinks/items", () => {
  it("gives a file all items with their tags, and nothing for an empty page", async () => {
    const x = noise(8, 2 * 25);
    const tags = [{ sample: 12, key: "burst", value: true }];
    const run = { length: 10, words: 2, pages: [...pagesOf(x, 10, 2), { in: new Float32Array(0) }], hz: 8000, tags };
    const reports = await sinkReports("file-sink", {}, run);
    expect(reports[3]).toBeUndefined();
    const pages = reports.slice(0, 3).map((report) => reportOf("items", report));
    expect(pages.flatMap(({ items }) => [...items])).toEqual([...x]);
    expect(pages.map((page) => page.tags)).toEqual([[], tags, []]);
    expect(pages[0]).toMatchObject({ type: "complex", vector: 1, hz: 8000 });
  });

  it("interleaves sound, with its volume", async () => {
    const [a, b] = [Float32Array.of(1, 2, 3), Float32Array.of(-1, -2, -3)];
    const run = { length: 3, pages: [{ a, b }], hz: 44_100 };
    const [report] = await sinkReports("audio-sink", { channels: 2, volume: 0.5 }, run);
    const { samples, channels, hz, note } = reportOf("audio", report);
    expect(note).toBeUndefined();
    expect([...samples]).toEqual([0.5, -0.5, 1, -1, 1.5, -1.5]);
    expect([channels, hz]).toEqual([2, 44_100]);
    const broken = { in: Float32Array.of(1, Number.NaN, -Infinity, 2) };
    const [first, second] = await sinkReports("audio-sink", {}, { length: 4, pages: [broken, broken], hz: 8000 });
    expect([...reportOf("audio", first).samples]).toEqual([1, 0, 0, 2]);
    expect(reportOf("audio", second).note).toBe("4 samples are no finite numbers, and are silent.");
    await expect(sinkReports("audio-sink", {}, { length: 3, pages: [{ in: a }], hz: 2.4e6 })).rejects.toThrow(
      "The sample rate must be from 3000 to 384000 Hz, got 2400000 Hz. Add a rational resampler before this block.",
    );
  });
});
