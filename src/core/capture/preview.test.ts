import { describe, expect, it } from "vitest";
import { fromBytes } from "./byte-source.ts";
import { openRecording } from "./registry.ts";
import { testGpu } from "../gpu/testing.ts";
import { previewRecording, surveyRecording } from "./preview.ts";

/** A tone at `cycles` per sample, as a raw recording at 1 MS/s. */
async function tone(samples: number, cycles: number, spoil: number[] = []) {
  const x = Float32Array.from({ length: 2 * samples }, (_, i) => {
    const angle = 2 * Math.PI * cycles * Math.floor(i / 2);
    return i % 2 ? Math.sin(angle) : Math.cos(angle);
  });
  for (const n of spoil) x[2 * n] = Number.NaN;
  const file = fromBytes("tone.cf32", new Uint8Array(x.buffer));
  const [recording] = await openRecording([file], { sampleRate: 1e6 });
  return recording;
}

describe("experiments/preview", () => {
  it.each([
    { samples: 400_000, bins: 1024 },
    { samples: 8192, bins: 1024 },
    { samples: 100, bins: 64 },
    { samples: 16, bins: 16 },
  ])("finds a tone in $samples samples", async ({ samples, bins }) => {
    const preview = await previewRecording(await testGpu(), await tone(samples, 0.25));
    expect(preview.powerDb).toHaveLength(bins);
    const peak = preview.powerDb.indexOf(Math.max(...preview.powerDb));
    expect(preview.frequency[peak]).toBeCloseTo(0.25, 6);
    expect(preview.meanDb).toBeCloseTo(0, 3);
    expect(preview.nonFinite).toBe(0);
  });

  it("counts samples that are no numbers, and does without them", async () => {
    const preview = await previewRecording(await testGpu(), await tone(8192, -0.125, [7, 4000]));
    expect(preview.nonFinite).toBe(2);
    expect(preview.looked).toBe(8192);
    expect(preview.powerDb.every(Number.isFinite)).toBe(true);
    expect(preview.meanDb).toBeCloseTo(0, 3);
  });

  it("reads all of a recording page by page, and adds up the same power", async () => {
    const recording = await tone(2_500_000, 0.25, [2_499_999]);
    const steps = [];
    for await (const step of surveyRecording(await testGpu(), recording)) steps.push(step);
    expect(steps).toHaveLength(3);
    const last = steps[2];
    expect(last).toMatchObject({ share: 1, looked: 2_500_000, nonFinite: 1 });
    // 128 rows of 8192 samples, each with half a segment of the one before.
    expect(steps[0].share).toBeCloseTo((128 * 7680 + 512) / 2_500_000, 6);
    expect(last.meanDb).toBeCloseTo(0, 4);
    expect(last.peakDb).toBeCloseTo(0, 4);
    const sum = last.powerDb.reduce((total, value) => total + 10 ** (value / 10), 0);
    expect(10 * Math.log10(sum)).toBeCloseTo(0, 1);
  });

  it("counts every sample alike: a chirp has no notches where rows meet", async () => {
    const samples = 131_072;
    const chirp = {
      samples,
      channels: 1,
      read: async (start: number, count: number) =>
        Float32Array.from({ length: 2 * Math.min(count, samples - start) }, (_, i) => {
          const n = start + (i >> 1);
          const phase = 2 * Math.PI * ((n * n) / (2 * samples) - n / 2);
          return i % 2 ? Math.sin(phase) : Math.cos(phase);
        }),
    };
    const { powerDb } = await previewRecording(await testGpu(), chirp);
    // Except at the ends of the recording, which the first and the last segment fade.
    const inner = [...powerDb.subarray(16, -16)];
    // Blackman's window, half overlapping, counts samples between two segments' middles less, by 4 dB for a chirp as fast as this.
    expect(Math.max(...inner) - Math.min(...inner)).toBeLessThan(5);
  });

  it("looks at a part alone", async () => {
    const recording = await tone(100_000, 0.25, [7]);
    const part = await previewRecording(await testGpu(), recording, { start: 8, count: 20_000 });
    expect(part).toMatchObject({ start: 8, count: 20_000, looked: 20_000, nonFinite: 0 });
    expect(part.meanDb).toBeCloseTo(0, 4);
  });

  it("leaves out a click at the beginning that is louder than the rest, and no other", async () => {
    const gpu = await testGpu();
    const clicked = async (at: number, length = 40) => {
      const { read, ...rest } = await tone(200_000, 0.25);
      const spoiled = async (start: number, count: number) => {
        const x = await read(start, count);
        for (let n = 0; n < length; n++) if (at + n >= start && at + n < start + count) x[2 * (at + n - start)] = 1000;
        return x;
      };
      return { ...rest, read: spoiled };
    };
    const settled = await previewRecording(gpu, await clicked(500));
    expect(settled).toMatchObject({ start: 576, count: 200_000 - 576 });
    expect(settled.meanDb).toBeCloseTo(0, 4);
    expect(settled.peakDb).toBeCloseTo(0, 4);
    expect(settled.frequency[settled.powerDb.indexOf(Math.max(...settled.powerDb))]).toBeCloseTo(0.25, 6);
    // Later, or longer, it is a signal; and in a part that a person chose it counts.
    const all = { start: 0, count: 200_000 };
    expect(await previewRecording(gpu, await clicked(100_000))).toMatchObject(all);
    expect(await previewRecording(gpu, await clicked(500, 1000))).toMatchObject(all);
    expect(await previewRecording(gpu, await clicked(500), all)).toMatchObject(all);
  });

  // White noise and a tone alike: all bins add up to the mean power of the samples, which the window weighs.
  it.each([1, 2, 5, 15, 16, 17, 1500])("adds up to the power of %i samples", async (samples) => {
    const { powerDb } = await previewRecording(await testGpu(), await tone(samples, 0.25));
    const sum = powerDb.reduce((total, value) => total + 10 ** (value / 10), 0);
    expect(10 * Math.log10(sum)).toBeCloseTo(0, 3);
  });

  it("sees the end of a recording that is no whole number of segments", async () => {
    const { read, ...rest } = await tone(1500, 0.25);
    const late = {
      ...rest,
      read: async (start: number, count: number) =>
        (await read(start, count)).map((x, i) => (start + (i >> 1) < 1100 ? 0 : x)),
    };
    const { powerDb, frequency } = await previewRecording(await testGpu(), late, { start: 0, count: 1500 });
    expect(Math.max(...powerDb)).toBeGreaterThan(-20);
    expect(frequency[powerDb.indexOf(Math.max(...powerDb))]).toBeCloseTo(0.25, 2);
  });

  it.each([1e-30, 1e30, 3e38])("finds a tone of amplitude %d", async (amplitude) => {
    const { read, ...rest } = await tone(2000, 0.25);
    const scaled = {
      ...rest,
      read: async (...place: Parameters<typeof read>) => (await read(...place)).map((x) => amplitude * x),
    };
    const { powerDb, meanDb } = await previewRecording(await testGpu(), scaled);
    const level = 20 * Math.log10(amplitude);
    expect(meanDb - level).toBeCloseTo(0, 3);
    const sum = powerDb.reduce((total, value) => total + 10 ** ((value - level) / 10), 0);
    expect(10 * Math.log10(sum)).toBeCloseTo(0, 2);
  });

  it("takes a recording of a single sample", async () => {
    const preview = await previewRecording(await testGpu(), await tone(1, 0));
    expect(preview.looked).toBe(1);
    expect(preview.powerDb.every(Number.isFinite)).toBe(true);
  });
});
