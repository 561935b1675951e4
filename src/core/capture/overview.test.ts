import { describe, expect, it } from "vitest";
import { fft } from "../fft/fft.float64.ts";
import { windowValues } from "../filter-design/windows.ts";
import { testGpu, testNormals, testRandom } from "../gpu/testing.ts";
import { createOverview, growOverview, type Level, type Overview, OVERVIEW_BINS } from "./overview.ts";
import type { RecordedSamples } from "./recording.ts";
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

  it("shows every short burst of a long view, also those between its columns' segments", async () => {
    const [samples, columns] = [2_100_000, 40];
    const { recording, starts } = bursts(samples, 30);
    const gpu = await testGpu();
    const overview = await whole(recording);
    const view = { start: 0, count: samples, columns, bins: 512, channel: CHANNEL };
    const at = (start: number) => Math.floor(((start + 150) / samples) * columns);
    const shown = ({ decibels }: { decibels: Float32Array }) =>
      starts.filter((start) => decibels[at(start) * 512 + BIN] > -12);
    expect(shown(await waterfallOf(gpu, recording, view)).length).toBeLessThan(5);
    const picture = await waterfallOf(gpu, recording, view, overview);
    expect(shown(picture)).toHaveLength(30);
    expect(picture).toMatchObject({ level: "maximum", complete: 1, bins: 512 });
    for (const start of starts) expect(picture.peak[at(start)]).toBeGreaterThan(0.9);
    // A mean over a column holds the burst's share of it: 300 of 52,500 samples.
    const mean = await waterfallOf(gpu, recording, { ...view, level: "mean" }, overview);
    const quiet = mean.decibels[at(starts[0]) * 512 + BIN];
    expect(quiet).toBeGreaterThan(-32);
    expect(quiet).toBeLessThan(-18);
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
    expect(done * cell).toBe(2 ** 20);
    const view = { start: 0, count: samples, columns: 100, bins: 512, channel: CHANNEL };
    const half = await waterfallOf(gpu, recording, view, overview);
    expect(half.complete).toBeCloseTo(0.49, 5);
    expect(half.decibels.every(Number.isFinite)).toBe(true);
    const looked = recording.looked();
    for await (const _ of growOverview(gpu, recording, overview));
    expect(recording.looked() - looked).toBeLessThan(samples - done * cell + 2048);
    const bytes = ({ levels }: Overview) =>
      levels.flatMap(({ maximum, mean }) => [maximum, mean].map((powers) => Buffer.from(powers.buffer)));
    const once = bytes(await whole(recording));
    for (const [i, level] of bytes(overview).entries()) expect(level.equals(once[i])).toBe(true);
    const picture = await waterfallOf(gpu, recording, view, overview);
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
