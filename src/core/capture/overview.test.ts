import { describe, expect, it } from "vitest";
import { fft } from "../fft/fft.float64.ts";
import { windowValues } from "../filter-design/windows.ts";
import { testGpu, testNormals, testRandom } from "../gpu/testing.ts";
import { fromBytes } from "./byte-source.ts";
import { datatypeOf } from "./datatype.ts";
import { createOverview, growOverview, type Level, type Overview } from "./overview.ts";
import { OVERVIEW_BINS } from "./overview-batch.ts";
import { type RecordedSamples, sampleReader } from "./recording.ts";
import { type FinePart, missingPart } from "./refinement.ts";
import { waterfallOf } from "./waterfall.ts";

const CHANNEL = 0;
/** The bin of the bursts. */
const BIN = OVERVIEW_BINS / 2 - 100;

/** Samples in memory as a recording, and how many were read. */
function recorded(x: Float32Array<ArrayBuffer>): RecordedSamples & { looked(): number } {
  let looked = 0;
  return {
    samples: x.length / 2,
    channels: 1,
    looked: () => looked,
    async read(start, count) {
      looked += count;
      return x.slice(2 * start, 2 * (start + count));
    },
  };
}

async function whole(recording: RecordedSamples): Promise<Overview> {
  const overview = createOverview(recording, CHANNEL);
  for await (const _ of growOverview(await testGpu(), recording, overview));
  return overview;
}

/** Noise with short bursts of a tone at bin −100 of 512. Returns their first samples too. */
function bursts(samples: number, count: number) {
  const x = Float32Array.from(testNormals(7, 2 * samples), (value) => 0.01 * value);
  const random = testRandom(count);
  const starts = Array.from({ length: count }, () => Math.floor(random() * (samples - 300)));
  for (const start of starts) {
    for (let n = start; n < start + 300; n++) {
      const phase = (2 * Math.PI * -100 * n) / OVERVIEW_BINS;
      x[2 * n] += Math.cos(phase);
      x[2 * n + 1] += Math.sin(phase);
    }
  }
  return { recording: recorded(x), starts };
}

/** Maximum and mean of the Blackman-windowed spectra at these places, dB, in float64. */
function reference(x: Float64Array, places: readonly number[]): Record<Level, number[]> {
  const window = windowValues("blackman", OVERVIEW_BINS, true);
  const scale = 1 / window.reduce((sum, value) => sum + value, 0) ** 2;
  const spectra = places.map((place) => {
    const X = fft(x.slice(2 * place, 2 * (place + OVERVIEW_BINS)).map((value, i) => value * window[i >> 1]));
    return Array.from({ length: OVERVIEW_BINS }, (_, k) => {
      const bin = (k + OVERVIEW_BINS / 2) % OVERVIEW_BINS;
      return scale * (X[2 * bin] ** 2 + X[2 * bin + 1] ** 2);
    });
  });
  const decibels = (of: (powers: number[]) => number) =>
    Array.from({ length: OVERVIEW_BINS }, (_, k) => 10 * Math.log10(of(spectra.map((powers) => powers[k]))));
  return {
    maximum: decibels((powers) => Math.max(...powers)),
    mean: decibels((powers) => powers.reduce((sum, power) => sum + power, 0) / powers.length),
  };
}

/** The numbers of a file of little-endian numbers, with full scale 1. */
const NUMBERS = {
  i16: (view: DataView, i: number) => view.getInt16(2 * i, true) / 32_768,
  i8: (view: DataView, i: number) => view.getInt8(i) / 128,
  u8: (view: DataView, i: number) => (view.getUint8(i) - 128) / 128,
  f32: (view: DataView, i: number) => view.getFloat32(4 * i, true),
};

describe("capture/overview", () => {
  it.each([1, 1e30])(
    "holds the maximum and the mean of all spectra of each cell, to the end: amplitude %d",
    async (a) => {
      const [cell, samples] = [512, 3 * 512 + 100];
      const x = testNormals(3, 2 * samples).map((value) => a * value);
      const recording = recorded(Float32Array.from(x));
      const overview = await whole(recording);
      expect(overview).toMatchObject({ cell, cells: 4, done: 4 });
      expect(overview.levels.map(({ mean }) => mean.length / OVERVIEW_BINS)).toEqual([4]);
      const last = samples - OVERVIEW_BINS;
      for (let c = 0; c < 4; c++) {
        const expected = reference(
          Float64Array.from(x),
          [0, 256].map((s) => Math.min(last, c * cell + s)),
        );
        for (const level of ["maximum", "mean"] as const) {
          const stored = overview.levels[0][level].subarray(c * OVERVIEW_BINS, (c + 1) * OVERVIEW_BINS);
          // Half a step of 1/32 dB, and float32 in the weakest bins.
          for (const [k, value] of stored.entries()) expect(value / 32 - expected[level][k]).toBeCloseTo(0, 1);
        }
      }
      const power = x.slice(0, 2 * cell).reduce((sum, value) => sum + value ** 2, 0) / cell;
      expect(overview.power[0] / power).toBeCloseTo(1, 5);
    },
  );

  it.each([
    ["i16", 4, 3 * 512 + 101],
    ["i8", 2, 2 ** 18 + 613],
    ["u8", 2, 301],
    ["f32", 8, 2 ** 18 + 256],
  ] as const)("computes samples of a file as it stores them: %s", async (number, bytes, samples) => {
    const random = testRandom(bytes);
    const stored = Uint8Array.from({ length: 24 + bytes * samples }, () => Math.floor(256 * random()));
    const view = new DataView(stored.buffer, 24);
    if (number === "f32") for (let i = 0; i < 2 * samples; i++) view.setFloat32(4 * i, random() - 0.5, true);
    const datatype = datatypeOf(true, number);
    // The overview begins three samples into the recording.
    const read = sampleReader({
      source: fromBytes("made", stored),
      datatype,
      channels: 1,
      byte: 24 - 3 * bytes,
      samples: samples + 3,
    });
    expect(read.stored ?? read.floats).toBeDefined();
    const overview = createOverview({ samples }, CHANNEL, 512);
    for await (const _ of growOverview(await testGpu(), { read }, overview, { start: 3 }));
    const x = new Float64Array(2 * Math.max(512, samples));
    for (let i = 0; i < 2 * samples; i++) x[i] = NUMBERS[number](view, i);
    expect(overview).toMatchObject({ done: Math.ceil(samples / 512), nonFinite: 0 });
    // The first and the last cells, and those beside the end of the first batch.
    for (const c of new Set([0, 1, 510, 511, 512, overview.cells - 2, overview.cells - 1])) {
      if (c < 0 || c >= overview.cells) continue;
      const places = [0, 256].map((s) => Math.max(0, Math.min(samples - 512, 512 * c + s)));
      const expected = reference(x, places);
      for (const level of ["maximum", "mean"] as const) {
        const steps = overview.levels[0][level].subarray(c * OVERVIEW_BINS, (c + 1) * OVERVIEW_BINS);
        for (const [k, step] of steps.entries()) expect(step / 32 - expected[level][k]).toBeCloseTo(0, 1);
      }
      const own = Array.from({ length: Math.min(512, samples - 512 * c) }, (_, n) => {
        const at = 2 * (512 * c + n);
        return x[at] ** 2 + x[at + 1] ** 2;
      });
      // 16 numbers per invocation and 5 sums of pairs, in float32.
      const power = own.reduce((sum, value) => sum + value, 0) / own.length;
      expect(Math.abs(overview.power[c] / power - 1)).toBeLessThan(21 * 2 ** -24);
      expect(overview.peak[c] / Math.max(...own)).toBeCloseTo(1, 6);
    }
  });

  it("shows every short burst of a view that is narrower than the cells, and reads of another view only what it lacks", async () => {
    const [samples, columns] = [2_200_000, 400];
    const { recording, starts } = bursts(samples, 30);
    const gpu = await testGpu();
    const view = { start: 50_000, count: 2_100_000, columns, bins: 512, channel: CHANNEL };
    /** The columns of bursts that are not bright, and bright columns beside none. */
    const wrong = ({ start, count }: typeof view, { decibels }: { decibels: Float32Array }) => {
      const at = starts.flatMap((first) =>
        [first, first + 299].map((n) => Math.floor(((n - start) / count) * columns)),
      );
      const isNear = (others: number[]) => (c: number) => others.some((one) => Math.abs(one - c) <= 1);
      const bright = Array.from({ length: columns }, (_, c) => c).filter((c) => decibels[c * 512 + BIN] > -25);
      const missed = at.filter((c) => c >= 0 && c < columns && !isNear(bright)(c));
      return { missed, invented: bright.filter((c) => !isNear(at)(c)) };
    };
    expect(wrong(view, await waterfallOf(gpu, recording, view)).missed.length).toBeGreaterThan(10);
    // Nothing of it was read yet, or all.
    const overview = createOverview(recording, CHANNEL, 65_536);
    expect(await waterfallOf(gpu, recording, view, { overview })).toMatchObject({ complete: 0 });
    overview.done = overview.cells;
    const coarse = await waterfallOf(gpu, recording, view, { overview });
    expect(coarse).toMatchObject({ level: "maximum", complete: 1, bins: 512, coarse: { cell: 65_536, share: 1 } });

    const parts: FinePart[] = [];
    const refined = async (one: typeof view) => {
      const part = missingPart(one, overview, parts)!;
      parts.push(part);
      for await (const _ of growOverview(gpu, recording, part.of, { start: part.start }));
      return waterfallOf(gpu, recording, one, { overview, parts });
    };
    const fine = await refined(view);
    expect(fine.coarse).toBeUndefined();
    expect(wrong(view, fine)).toEqual({ missed: [], invented: [] });
    for (const start of starts.filter((n) => n > 60_000 && n < 2_140_000)) {
      const column = Math.floor(((start + 150 - view.start) / view.count) * columns);
      expect(fine.peak[column]).toBeGreaterThan(0.9);
    }
    expect(missingPart(view, overview, parts)).toBeUndefined();
    const looked = recording.looked();
    const later = { ...view, start: 100_000 };
    expect(wrong(later, await refined(later))).toEqual({ missed: [], invented: [] });
    expect(recording.looked() - looked).toBeLessThan(60_000);
    // A mean holds the burst’s share: 300 of 5250 samples of a column, or of 8192 in the four cells that it touches.
    const mean = await waterfallOf(gpu, recording, { ...view, level: "mean" }, { overview, parts });
    const inside = starts.find(
      (n) => (n - view.start) % 5250 < 4900 && (n - view.start) % 5250 > 300 && n > 60_000 && n < 2e6,
    )!;
    const quiet = mean.decibels[Math.floor((inside - view.start) / 5250) * 512 + BIN];
    expect(quiet).toBeGreaterThan(-24);
    expect(quiet).toBeLessThan(-8);
  });

  it("shows what it has read while it grows, and resumes after a stop without reading twice", async () => {
    const samples = 2_100_000;
    const { recording, starts } = bursts(samples, 20);
    const gpu = await testGpu();
    const overview = createOverview(recording, CHANNEL);
    const controller = new AbortController();
    for await (const { progress } of growOverview(gpu, recording, overview, controller)) {
      if (progress > 0) controller.abort();
    }
    const { done, cell } = overview;
    const share = (done * cell) / samples;
    expect(share).toBeGreaterThan(0);
    // The first two batches have 2^18 samples each, and the one after the stop does not count.
    expect(share).toBeLessThanOrEqual(2 ** 19 / samples);
    const view = { start: 0, count: samples, columns: 100, bins: 512, channel: CHANNEL };
    const half = await waterfallOf(gpu, recording, view, { overview, mostMs: 0 });
    expect(half.complete).toBeCloseTo(Math.floor(100 * share) / 100, 5);
    // Without time, columns that are not read yet share segments. Later they have their own, and those that are known are not read again.
    expect(half.shared).toBe(true);
    const before = recording.looked();
    expect((await waterfallOf(gpu, recording, view, { overview })).shared).toBe(false);
    expect(recording.looked() - before).toBe((100 - Math.round(100 * half.complete) - 16) * OVERVIEW_BINS);
    expect(half.decibels.every(Number.isFinite)).toBe(true);
    const looked = recording.looked();
    for await (const _ of growOverview(gpu, recording, overview));
    expect(recording.looked() - looked).toBeLessThan(samples - done * cell + 2048);
    const bytes = ({ levels }: Overview) =>
      levels.flatMap(({ maximum, mean }) => [maximum, mean].map((powers) => Buffer.from(powers.buffer)));
    const once = bytes(await whole(recording));
    for (const [i, level] of bytes(overview).entries()) expect(level.equals(once[i])).toBe(true);
    const picture = await waterfallOf(gpu, recording, view, { overview });
    for (const start of starts) {
      expect(picture.decibels[Math.floor((start + 150) / 21_000) * 512 + BIN]).toBeGreaterThan(-12);
    }
  });

  it("takes what is no number for silence and counts it once, and says where a file has become shorter", async () => {
    const x = new Float32Array(2 * 3000).fill(0.5);
    for (const n of [10, 511, 2900]) x[2 * n] = n === 10 ? Infinity : NaN;
    const overview = await whole(recorded(x));
    expect(overview.nonFinite).toBe(3);
    expect(overview.power.every((power) => power > 0.4 && power <= 0.5)).toBe(true);
    const shorter = {
      samples: 5000,
      channels: 1,
      read: () => Promise.reject(new Error("the file has become shorter")),
    };
    await expect(whole(shorter)).rejects.toThrow("the file has become shorter");
  });

  it.each([
    ["5 GB of 16 bits", 1.25e9],
    ["a file of 1 TB", 2.5e11],
    ["a little more than is read at once", 2 ** 21 + 1],
  ])("has at most 64 MB for %s", (_, samples) => {
    const { levels, cell, cells } = createOverview({ ...recorded(new Float32Array()), samples }, CHANNEL);
    const bytes = levels.flatMap(({ maximum, mean }) => [maximum.byteLength, mean.byteLength]);
    expect(bytes.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(64 * 2 ** 20);
    expect((cells - 1) * cell).toBeLessThan(samples);
    expect(cells * cell).toBeGreaterThanOrEqual(samples);
  });
});
