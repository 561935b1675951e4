import { describe, expect, it } from "vitest";
import { fft } from "../../fft/fft.float64.ts";
import { windowValues } from "../../filter-design/windows.ts";
import type { Report } from "../../flow/block-factory.ts";
import { testNormals, testRandom } from "../../gpu/testing.ts";
import { BLOCKS } from "../registry.ts";
import { FACTORIES } from "../factories.ts";
import { createFrameReader } from "./frame-reader.ts";
import { pagesOf, sinkReports } from "./testing.ts";

type Of<Kind, One = Report> = One extends { kind: infer Own } ? (Kind extends Own ? One : never) : never;
const as = <Kind extends Report["kind"]>(kind: Kind, report: Report | undefined): Of<Kind> => {
  expect(report?.kind).toBe(kind);
  return report as Of<Kind>;
};

const noise = (seed: number, count: number) => Float32Array.from(testNormals(seed, count));

/** Mean power of windowed segments in dB, frequencies in ascending order. `ends` count items of the whole signal. */
function spectrum(x: Float32Array, width: number, points: number, ends: readonly number[]): number[] {
  const window = windowValues("hann", points, true);
  const sum = window.reduce((total, value) => total + value, 0);
  const power = new Float64Array(points);
  for (const end of ends) {
    const segment = new Float64Array(2 * points);
    for (let n = 0; n < points; n++) {
      const at = end - points + n;
      if (at < 0) continue;
      segment[2 * n] = window[n] * x[width * at];
      segment[2 * n + 1] = width === 2 ? window[n] * x[width * at + 1] : 0;
    }
    const transformed = fft(segment);
    for (let k = 0; k < points; k++) {
      const bin = (k + points / 2) % points;
      power[bin] += (transformed[2 * k] ** 2 + transformed[2 * k + 1] ** 2) / ends.length / sum ** 2;
    }
  }
  return [...power].map((value) => 10 * Math.log10(value));
}

const worst = (actual: ArrayLike<number>, expected: ArrayLike<number>) =>
  Array.from(expected, (value, i) => Math.abs(actual[i] - value)).reduce((most, value) => Math.max(most, value), 0);

describe("blocks/sinks: spectra", () => {
  it("averages segments over a page, across pages, and over a short last page", async () => {
    const x = noise(1, 2 * 1234);
    const reports = await sinkReports(
      "spectrum-sink",
      { length: "64", window: "hann", averages: 7, center: 1e6 },
      { length: 500, words: 2, hz: 48_000, pages: pagesOf(x, 500, 2) },
    );
    for (const [page, report] of reports.entries()) {
      const { rows, from, to } = as("spectrum", report);
      const [first, items] = [500 * page, page < 2 ? 500 : 234];
      const ends = Array.from({ length: 7 }, (_, s) => first + Math.round(((s + 1) * items) / 7));
      expect(rows).toHaveLength(1);
      expect(worst(rows[0], spectrum(x, 2, 64, ends))).toBeLessThan(0.001);
      expect([from, to]).toEqual([976_000, 1_024_000]);
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
      const { rows, from, to } = as("waterfall", report);
      expect([from, to]).toEqual([0, 0.5]);
      for (const [row, decibels] of rows.entries()) {
        const end = 25 * page + Math.round(((row + 1) * 25) / 2);
        expect(worst(decibels, spectrum(x, 1, 64, [end]).slice(32))).toBeLessThan(0.001);
      }
    }
  });
});

describe("blocks/sinks: newest items", () => {
  it.each([false, true])("shows the newest items of short and long pages, decided by the GPU: %s", async (decided) => {
    const x = noise(3, 2 * 70);
    const pages = [x.slice(0, 20), x.slice(20, 24), x.slice(24, 40), x.slice(40, 140)].map((part) => ({ in: part }));
    const reports = await sinkReports("constellation-sink", { points: 16 }, { length: 60, words: 2, pages, decided });
    const ends = [20, 24, 40, 140];
    expect(reports.map((report) => as("constellation", report).points)).toEqual(
      ends.map((end) => x.slice(Math.max(0, end - 32), end)),
    );
  });

  it("begins curves at the first crossing, and at a tag", async () => {
    const a = Float32Array.from({ length: 100 }, (_, n) => Math.sin((2 * Math.PI * (n - 3.5)) / 20));
    const b = noise(4, 100);
    const pages = [0, 50].map((from) => ({ a: a.slice(from, from + 50), b: b.slice(from, from + 50) }));
    const shown = async (parameters: object, tags = [{ sample: 71, key: "here", value: 1 }]) =>
      (
        await sinkReports(
          "time-sink",
          { type: "real", curves: 2, points: 20, ...parameters },
          { length: 50, pages, tags },
        )
      ).map((report) => as("time", report));
    const rising = await shown({ trigger: "rising", level: 0 });
    expect(rising.map(({ first }) => first)).toEqual([24, 64]);
    expect(rising[1].curves.map(({ values }) => values)).toEqual([a.slice(64, 84), b.slice(64, 84)]);
    expect(rising[1].tags).toEqual([{ sample: 71, key: "here", value: 1 }]);
    expect((await shown({ trigger: "falling" })).map(({ first }) => first)).toEqual([14, 74]);
    expect((await shown({ trigger: "tag" })).map(({ first }) => first)).toEqual([30, 71]);
    expect((await shown({ trigger: "none" })).map(({ first }) => first)).toEqual([30, 80]);
  });

  it("shows bits and integers by their value", async () => {
    const [bits] = await sinkReports(
      "time-sink",
      { type: "bits", points: 16 },
      { length: 4, pages: [{ in: Uint32Array.of(1, 0, 1) }] },
    );
    expect([...as("time", bits).curves[0].values]).toEqual([1, 0, 1]);
    const [integers] = await sinkReports(
      "time-sink",
      { type: "integer", points: 16 },
      { length: 4, pages: [{ in: Int32Array.of(-3, 7) }] },
    );
    expect([...as("time", integers).curves[0].values]).toEqual([-3, 7]);
  });

  it("cuts traces of the eye at the same place of every symbol for every page size", async () => {
    const x = noise(5, 2 * 150);
    const parameters = { samplesPerSymbol: 4, symbols: 2, traces: 3, offset: 5 };
    const last = async (length: number) =>
      as("eye", (await sinkReports("eye-sink", parameters, { length, words: 2, pages: pagesOf(x, length, 2) })).at(-1));
    const { traces, length, symbols } = await last(150);
    expect([length, symbols]).toEqual([9, 2]);
    // The last trace that fits 150 samples begins at 5 + 17·8 = 141.
    const expected = [125, 133, 141].flatMap((from) =>
      [0, 1].flatMap((part) => Array.from({ length: 9 }, (_, n) => x[2 * (from + n) + part])),
    );
    expect([...traces]).toEqual(expected);
    expect((await last(11)).traces).toEqual(traces);
  });
});

describe("blocks/sinks: counts and sums", () => {
  it.each([false, true])("counts a histogram, decided by the GPU: %s", async (decided) => {
    // Multiples of 1/8: exact in float32.
    const random = testRandom(6);
    const x = Float32Array.from({ length: 40_000 }, () => Math.floor(random() * 64 - 32) / 8);
    const expected = new Float64Array(6);
    for (const value of x) {
      const bin = Math.floor((6 * (value + 1.5)) / 3);
      if (bin >= 0 && bin < 6) expected[bin]++;
    }
    const run = { length: 30_000, pages: pagesOf(x, 30_000), decided };
    const reports = await sinkReports("histogram-sink", { bins: 6, from: -1.5, to: 1.5 }, run);
    expect(as("histogram", reports[1]).counts).toEqual(expected);
  });

  it("computes mean, RMS, limits and the newest value over a page and over the run", async () => {
    const x = noise(7, 50_000).map((value) => 3 * value + 1);
    const pages = pagesOf(x, 30_000);
    const of = (part: Float32Array) => {
      const values = [...part];
      const sum = values.reduce((total, value) => total + value, 0);
      const squares = values.reduce((total, value) => total + value * value, 0);
      return {
        mean: sum / part.length,
        rms: Math.sqrt(squares / part.length),
        last: part[part.length - 1],
        minimum: values.reduce((least, value) => Math.min(least, value)),
        maximum: values.reduce((most, value) => Math.max(most, value)),
      };
    };
    for (const [name, value] of Object.entries(of(x))) {
      const reports = await sinkReports(
        "number-sink",
        { value: name, over: "run", unit: "V" },
        { length: 30_000, pages },
      );
      const { value: found, unit } = as("number", reports[1]);
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
    expect(as("number", reports[0]).value / of(pages[0].in).mean).toBeCloseTo(1, 6);
    expect(as("number", reports[1]).value).toBe(of(pages[1].in).maximum);
  });

  it("refuses limits of a histogram that are out of order", () => {
    const create = FACTORIES["histogram-sink"] as unknown as (parameters: object) => unknown;
    expect(() => create({ ...BLOCKS["histogram-sink"].defaults, from: 2, to: 2 })).toThrow(
      "To must be larger than From, 2; got 2",
    );
  });
});

describe("blocks/sinks: all items", () => {
  it("gives a file all items with their tags, and nothing for an empty page", async () => {
    const x = noise(8, 2 * 25);
    const tags = [{ sample: 12, key: "burst", value: true }];
    const run = { length: 10, words: 2, pages: [...pagesOf(x, 10, 2), { in: new Float32Array(0) }], hz: 8000, tags };
    const reports = await sinkReports("file-sink", {}, run);
    expect(reports[3]).toBeUndefined();
    const pages = reports.slice(0, 3).map((report) => as("items", report));
    expect(pages.flatMap(({ items }) => [...items])).toEqual([...x]);
    expect(pages.map((page) => page.tags)).toEqual([[], tags, []]);
    expect(pages[0]).toMatchObject({ type: "complex", vector: 1, hz: 8000 });
  });

  it("interleaves sound, with its volume", async () => {
    const [a, b] = [Float32Array.of(1, 2, 3), Float32Array.of(-1, -2, -3)];
    const run = { length: 3, pages: [{ a, b }], hz: 44_100 };
    const [report] = await sinkReports("audio-sink", { channels: 2, volume: 0.5 }, run);
    const { samples, channels, hz } = as("audio", report);
    expect([...samples]).toEqual([0.5, -0.5, 1, -1, 1.5, -1.5]);
    expect([channels, hz]).toEqual([2, 44_100]);
    await expect(sinkReports("audio-sink", {}, { length: 3, pages: [{ in: a }], hz: 2.4e6 })).rejects.toThrow(
      "The sample rate must be from 3000 to 384000 Hz, got 2400000 Hz. Add a rational resampler before this block.",
    );
  });

  it("reads frames that continue in the next page, and refuses an impossible length", () => {
    const frames = [[1, 2, 3, 4, 5], [], [255]].map((bytes) => Uint8Array.from(bytes));
    const words = frames.flatMap((bytes) => {
      const packed = new Uint8Array(4 * Math.ceil(bytes.length / 4));
      packed.set(bytes);
      return [bytes.length, ...new Uint32Array(packed.buffer)];
    });
    for (let cut = 0; cut <= words.length; cut++) {
      const reader = createFrameReader();
      const tags = [
        { sample: 3, key: "time", value: 1.5 },
        { sample: 3, key: "rate", value: "6 Mbit/s" },
      ];
      const early = reader.read(
        Uint32Array.from(words.slice(0, cut)),
        tags.filter(({ sample }) => sample < cut),
      );
      const late = reader.read(
        Uint32Array.from(words.slice(cut)),
        tags.filter(({ sample }) => sample >= cut),
      );
      const all = [...early, ...late];
      expect(all.map(({ bytes }) => bytes)).toEqual(frames);
      expect(all[1]).toMatchObject({ time: 1.5, facts: { rate: "6 Mbit/s" } });
    }
    expect(() => createFrameReader().read(Uint32Array.of(2 ** 30), [])).toThrow(
      "a frame must have at most 16777216 bytes",
    );
  });
});
