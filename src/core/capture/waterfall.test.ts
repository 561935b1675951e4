import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fromBytes } from "./byte-source.ts";
import { openRecording } from "./registry.ts";
import { testGpu } from "../gpu/testing.ts";
import { type WaterfallOptions, waterfallOf, type WaterfallView } from "./waterfall.ts";

const SAMPLES = 3_000_000;
/** Where the tone changes from −1/4 to +1/8 of the sample rate. */
const CHANGE = 1_000_000;

const tone = fromBytes("tone.cs8", makeTone());

function makeTone(): Uint8Array<ArrayBuffer> {
  const x = new Int8Array(2 * SAMPLES);
  for (let n = 0; n < SAMPLES; n++) {
    const angle = 2 * Math.PI * (n < CHANGE ? -n / 4 : n / 8);
    x[2 * n] = Math.round(100 * Math.cos(angle));
    x[2 * n + 1] = Math.round(100 * Math.sin(angle));
  }
  return new Uint8Array(x.buffer);
}

/** The strongest bin of each column, in cycles per sample. */
function strongest({ decibels, bins, columns }: { decibels: Float32Array; bins: number; columns: number }): number[] {
  return Array.from({ length: columns }, (_, c) => {
    const column = decibels.subarray(c * bins, (c + 1) * bins);
    return column.indexOf(Math.max(...column)) / bins - 0.5;
  });
}

async function look(view: Partial<WaterfallView>, options?: WaterfallOptions) {
  const [recording] = await openRecording([tone]);
  const whole = { start: 0, count: SAMPLES, columns: 30, bins: 256, channel: 0 };
  return waterfallOf(await testGpu(), recording, { ...whole, ...view }, options);
}

describe("experiments/waterfall", () => {
  it("shows a long recording by one segment per column", async () => {
    const waterfall = await look({});
    expect(waterfall).toMatchObject({ looked: 30 * 256, shared: false, complete: 0 });
    expect(strongest(waterfall)).toEqual(Array.from({ length: 30 }, (_, c) => (c < 10 ? -0.25 : 0.125)));
    const level = 20 * Math.log10(100 / 128);
    expect(waterfall.decibels[64]).toBeCloseTo(level, 1);
    for (const value of [...waterfall.rms, ...waterfall.peak]) expect(value).toBeCloseTo(100 / 128, 2);
    expect(waterfall.samples).toBeUndefined();
  });

  it("shows a long recording within a time, with one read per segment, and without a GPU, which may be busy or compile", async () => {
    const busy = new Proxy({} as GPUDevice, {
      get: (_, name) => {
        throw new Error(`the GPU was asked: ${String(name)}`);
      },
    });
    const gpu = { ...(await testGpu()), device: busy };
    const starts: number[] = [];
    const sizes = new Set<number>();
    const counted = {
      ...tone,
      slice(start: number, end: number) {
        starts.push(start);
        sizes.add(end - start);
        return tone.slice(start, end);
      },
    };
    const [recording] = await openRecording([counted]);
    sizes.clear();
    const reads = async (view: Pick<WaterfallView, "start" | "count">, mostMs?: number) => {
      starts.length = 0;
      const picture = await waterfallOf(gpu, recording, { ...view, columns: 640, bins: 512, channel: 0 }, { mostMs });
      expect(picture.decibels.every(Number.isFinite)).toBe(true);
      expect(picture.complete).toBe(0);
      return { shared: picture.shared, reads: starts.length };
    };
    const whole = { start: 0, count: SAMPLES };
    expect(await reads(whole, 0)).toEqual({ shared: true, reads: 16 });
    // They are spread over the recording: no gap is wider than twice the mean one.
    const gaps = starts.toSorted((a, b) => a - b).map((start, i, all) => start - (all[i - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual((2 * 2 * SAMPLES) / 16);
    // What is known is not read again, neither of the same view nor of one that lies half in it.
    expect(await reads(whole)).toEqual({ shared: false, reads: 640 - 16 });
    expect(await reads(whole, 0)).toEqual({ shared: false, reads: 0 });
    const moved = { start: SAMPLES / 6, count: (5 * SAMPLES) / 6 };
    expect((await reads(moved)).reads).toBeLessThan(640 - 250);
    await expect(
      waterfallOf(gpu, recording, { ...whole, columns: 640, bins: 256, channel: 0 }, { signal: AbortSignal.abort() }),
    ).rejects.toThrow("aborted");
  });

  it("takes no sample after the recording into the last column, however the ends of columns are rounded", async () => {
    // 15 · (1000 / 15) is a little more than 1000.
    const { rms, peak } = await look({ start: SAMPLES - 1000, count: 1000, columns: 15, bins: 64 });
    for (const value of [...rms, ...peak]) expect(value).toBeCloseTo(100 / 128, 2);
  });

  it("reads a view of middling length as a whole, and averages", async () => {
    const waterfall = await look({ start: CHANGE - 40_000, count: 80_000, columns: 16, bins: 1024 });
    expect(strongest(waterfall)).toEqual(Array.from({ length: 16 }, (_, c) => (c < 8 ? -0.25 : 0.125)));
    expect(waterfall.looked).toBeGreaterThanOrEqual(80_000);
    expect(waterfall.looked).toBeLessThan(82_000);
  });

  it("goes down to single samples, at the very ends too", async () => {
    const [recording] = await openRecording([tone]);
    for (const [start, count] of [
      [0, 10],
      [SAMPLES - 7, 7],
      [CHANGE - 3, 6],
    ]) {
      const waterfall = await look({ start, count, columns: 50, bins: 16 });
      expect(waterfall.samples).toEqual(await recording.read(start, count));
      expect(waterfall.decibels.every(Number.isFinite)).toBe(true);
      expect(waterfall.peak.every((value) => Math.abs(value - 100 / 128) < 0.01)).toBe(true);
    }
  });

  it.each([
    [64, 1],
    [64, 1e30],
    [256, 1],
    [1000, 3e38],
    [1000, 1e-30],
    [5, 1],
  ])("reads a tone at its level up to the ends of %i samples, amplitude %d", async (samples, amplitude) => {
    const x = Float32Array.from({ length: 2 * samples }, (_, i) => {
      const phase = (2 * Math.PI * 10 * (i >> 1)) / 256;
      return amplitude * (i % 2 ? Math.sin(phase) : Math.cos(phase));
    });
    const [recording] = await openRecording([fromBytes("x.cf32", new Uint8Array(x.buffer))]);
    const view = { start: 0, count: samples, columns: 9, bins: 256, channel: 0 };
    const { decibels, rms } = await waterfallOf(await testGpu(), recording, view);
    const level = 20 * Math.log10(Math.fround(amplitude));
    for (let column = 0; column < 9; column++) {
      expect(decibels[256 * column + 128 + 10] - level).toBeCloseTo(0, 2);
      expect(rms[column] / amplitude).toBeCloseTo(1, 4);
    }
  });

  it("takes what is no number for silence, and counts it", async () => {
    const x = new Float32Array(2000).fill(0.5);
    x[100] = Number.NaN;
    x[777] = Number.POSITIVE_INFINITY;
    const [recording] = await openRecording([fromBytes("x.cf32", new Uint8Array(x.buffer))]);
    const view = { start: 0, count: 1000, columns: 10, bins: 64, channel: 0 };
    const waterfall = await waterfallOf(await testGpu(), recording, view);
    expect(waterfall.nonFinite).toBe(2);
    expect(waterfall.decibels.every(Number.isFinite)).toBe(true);
  });

  const folder = "../shared/captures/";
  it.skipIf(!existsSync(folder))(
    `sees the frames of an 802.11a recording that another decoder found (${folder})`,
    async () => {
      const name = "conducted_dot11a_6mbps.dat";
      const expected: { start: number; length: number }[] = JSON.parse(
        readFileSync(`${folder}dot11a-expected.json`, "utf8"),
      )[name];
      const hints = { datatype: "ci16_le", sampleRate: 20e6 };
      const [recording] = await openRecording([fromBytes(name, new Uint8Array(readFileSync(folder + name)))], hints);
      const columns = 2000;
      const view = { start: 0, count: recording.samples, columns, bins: 64, channel: 0 };
      const { rms, decibels, bins } = await waterfallOf(await testGpu(), recording, view);
      const at = (sample: number) => Math.floor((sample * columns) / recording.samples);
      const pauses = new Set([...rms.keys()].filter((column) => rms[column] < 0.05));
      expect(pauses.size).toBeGreaterThan(20);
      for (const { start, length } of expected) {
        // Preamble and SIGNAL take 400 samples, each symbol of 24 bits takes 80.
        const end = start + 400 + 80 * Math.ceil((16 + 8 * length + 6) / 24);
        for (let column = at(start) + 1; column < at(end) - 1; column++) expect(pauses).not.toContain(column);
        const column = decibels.subarray(at(start + 160) * bins, (at(start + 160) + 1) * bins);
        const [used, empty] = [column.subarray(8, 56), column.subarray(0, 4)].map((part) => Math.max(...part));
        expect(used).toBeGreaterThan(empty + 10);
      }
    },
  );

  it.each<[string, Partial<WaterfallView>]>([
    ["the view must lie within 3000000 samples, got 3000000 from 1", { start: 1 }],
    ["columns must be an integer from 1 to 4096, got 5000", { columns: 5000 }],
    ["channel must be an integer from 0 to 0, got 1", { channel: 1 }],
  ])("refuses: %s", async (message, wrong) => {
    await expect(look(wrong)).rejects.toThrow(`waterfall: ${message}`);
  });
});
