import { describe, expect, it, vi } from "vitest";
import { CaptureError } from "../../capture/capture-error.ts";
import type { Gpu } from "../../gpu/device.ts";
import { OutOfMemoryError } from "../../gpu/errors.ts";
import type { FoundSignal } from "../detection.ts";
import { findSignals } from "./finder.ts";
import type { Searchable } from "./source.ts";
import { foundIn, made, narrowNoise, recordingOf, tone } from "./testing.ts";

describe("signals/finding: finder", () => {
  it("finds the same in parts: a burst over the bounds of segments is one", async () => {
    const rate = 1e6;
    const recording = made(1_200_000, rate, (samples) => {
      tone(samples, { start: 500_000, stop: 560_000, cycles: 0.1, power: 0.1 });
      tone(samples, { start: 100_000, stop: 1_100_000, cycles: -0.2, power: 0.1 });
      tone(samples, { start: 0, stop: 1_200_000, cycles: 0.3, power: 0.1 });
    });
    const { found } = await foundIn(recording);
    expect(found).toHaveLength(3);
    const [all, long, short] = found.toSorted((a, b) => a.start - b.start);
    expect(all).toMatchObject({ start: 0, notes: ["cut"] });
    expect(all.stop).toBeGreaterThan(1_199_000);
    expect(Math.abs(long.start - 100_000) + Math.abs(long.stop - 1_100_000)).toBeLessThan(500);
    expect(long.notes).toEqual([]);
    expect(Math.abs(short.start - 500_000) + Math.abs(short.stop - 560_000)).toBeLessThan(500);
    const part = await foundIn(recording, { from: 450_000, to: 540_000 });
    expect(part.found.map(({ notes }) => notes)).toEqual([["cut"], ["cut"], ["cut"]]);
    expect(part.found.every(({ start, stop }) => start >= 450_000 && stop <= 540_000)).toBe(true);
  });

  it("reports each burst once that begins near the start of the next part, and ends after this one", async () => {
    // At this rate a part has 32,768 samples, and the next one begins 512 hops of 16 and a transform of 64 before its end.
    const [hop, next] = [16, 32_768 - 512 * 16 - 64];
    for (const hops of [-2, 4, 6, 9]) {
      const start = next + hops * hop;
      const recording = made(50_000, 40_000, (samples) => {
        tone(samples, { start, stop: 40_000, cycles: 0.1, power: 1 });
      });
      const { found } = await foundIn(recording);
      expect(found).toHaveLength(1);
      // An edge is found within a transform.
      expect(Math.max(Math.abs(found[0].start - start), Math.abs(found[0].stop - 40_000))).toBeLessThan(64);
    }
  });

  it("reports a carrier 60 dB above the noise once across segments, and the bursts beside it and across it", async () => {
    const count = 540_000;
    const hasCarrier = async (isOn: boolean) =>
      foundIn(
        made(count, 1e6, (samples) => {
          if (isOn) tone(samples, { start: 0, stop: count, cycles: 0.2, power: 1e6 });
          // Side lobes of the carrier are above the noise for 19 bins of 977 Hz.
          tone(samples, { start: 150_000, stop: 200_000, cycles: 0.224, power: 0.1 });
          tone(samples, { start: 150_000, stop: 200_000, cycles: -0.3, power: 0.05 });
          tone(samples, { start: 250_000, stop: 250_300, cycles: 0.1, power: 10 });
          // Noise again, in a band of 100 kHz around the carrier, while the next segment begins.
          narrowNoise(samples, { start: 370_000, stop: 480_000, cycles: 0.19, width: 0.1, density: 100 });
        }),
      );
    const [{ found }, { found: expected }] = [await hasCarrier(true), await hasCarrier(false)];
    const carriers = found.filter(
      ({ lowHz, highHz }) => highHz - lowHz < 10_000 && lowHz < 200_000 && highHz > 200_000,
    );
    expect(carriers).toMatchObject([{ start: 0, notes: ["overlap", "cut"] }]);
    expect(carriers[0].stop).toBeGreaterThan(count - 1000);
    const middle = ({ lowHz, highHz }: FoundSignal) => (lowHz + highHz) / 2;
    const inOrder = (some: readonly FoundSignal[]) =>
      some.toSorted((a, b) => a.start + middle(a) - b.start - middle(b));
    const others = inOrder(found.filter((signal) => signal !== carriers[0]));
    const edges = others.flatMap(({ start, stop }) => [start, stop]);
    const apart = inOrder(expected).flatMap(({ start, stop }, i) => [start - edges[2 * i], stop - edges[2 * i + 1]]);
    // A quarter of a transform.
    expect(apart.map((samples) => Math.abs(samples) < 256)).toEqual(edges.map(() => true));
    expect(others).toHaveLength(4);
  });

  it.each([
    [1e30, ["too large"]],
    [1e-30, ["too small"]],
    [1e15, []],
    [0, []],
  ])("says that samples of amplitude %f are too large or too small, if they are", async (scale, expected) => {
    const noise = made(100_000, 1e6, () => undefined);
    const scaled: Searchable = {
      ...noise,
      read: async (start, count) => (await noise.read(start, count)).map((value) => scale * value),
    };
    const messages: string[] = [];
    const unsearched: unknown[] = [];
    for await (const part of findSignals(scaled)) {
      messages.push(...part.messages);
      if (part.unsearched) unsearched.push(part.unsearched);
    }
    expect(messages).toEqual(expected.map((words) => expect.stringContaining(words)));
    expect(unsearched).toEqual(expected.map(() => ({ from: 0, to: 100_000, peak: expect.any(Number) })));
  });

  it("says once that parts cannot be searched, and which", async () => {
    const [count, good] = [400_000, 200_000];
    const noise = made(count, 48_000, () => undefined);
    const read: Searchable["read"] = async (start, some) =>
      (await noise.read(start, some)).map((value, i) => (start + (i >> 1) < good ? value : 1e25 * value));
    const messages: string[] = [];
    const unsearched: { from: number; to: number }[] = [];
    const densities: (number | undefined)[] = [];
    for await (const part of findSignals({ ...noise, read })) {
      messages.push(...part.messages);
      densities.push(part.noiseDensity);
      if (part.unsearched) unsearched.push(part.unsearched);
    }
    expect(messages).toEqual([expect.stringContaining("too large")]);
    expect(unsearched.length).toBeGreaterThan(1);
    expect(unsearched.length).toBe(densities.filter((density) => density === 0).length);
    expect(Math.min(...unsearched.map(({ from }) => from))).toBeLessThan(good);
    expect(unsearched.at(-1)?.to).toBe(count);
    expect(densities[0]).toBeGreaterThan(0);
  });

  it("ends within a part once it is stopped, and reads nothing more", async () => {
    const controller = new AbortController();
    const samples = new Float32Array(2 * 2_000_000);
    let reads = 0;
    const recording: Searchable = {
      ...recordingOf(samples, 1e6),
      read(start, count) {
        reads++;
        // While the first part is computed.
        setTimeout(() => controller.abort(), 0);
        return Promise.resolve(samples.slice(2 * start, 2 * (start + count)));
      },
    };
    const search = foundIn(recording, { signal: controller.signal });
    await expect(search).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    expect(reads).toBe(1);
  });

  it.each([
    ["one search", 1e6],
    ["two searches at a high rate", 20e6],
  ])("reports what a file holds that became shorter, then says so: %s", async (_, rate) => {
    const end = 700_123;
    // One signal ends long before the end, one is cut by it.
    const whole = made(1_500_000, rate, (samples) => {
      tone(samples, { start: 100_000, stop: 250_000, cycles: 0.1, power: 1 });
      tone(samples, { start: 650_000, stop: 800_000, cycles: 0.2, power: 1 });
    });
    const recording: Searchable = {
      ...whole,
      read: (start, count) =>
        start + count > end ? Promise.reject(new CaptureError("cut")) : whole.read(start, count),
    };
    const found: FoundSignal[] = [];
    let last: { progress: number; samples?: number } | undefined;
    const run = async () => {
      for await (const part of findSignals(recording)) {
        found.push(...part.found);
        last = part;
      }
    };
    await expect(run()).rejects.toThrow("cut");
    expect(last).toMatchObject({ progress: end / 1_500_000, samples: end });
    expect(found.map(({ notes }) => notes)).toEqual([[], ["cut"]]);
    expect(Math.abs(found[1].start - 650_000)).toBeLessThan(1000);
    expect(found[1].stop).toBeLessThanOrEqual(end);
    expect(found[1].stop).toBeGreaterThan(end - 10_000);
  });

  it("searches in float64 and says so where the GPU has no memory", async () => {
    const createKernelSource = () => Promise.reject(new OutOfMemoryError("full"));
    vi.doMock("./kernels/kernel-source.ts", () => ({ createKernelSource }));
    const recording = made(20_000, 1e5, (samples) =>
      tone(samples, { start: 5000, stop: 15_000, cycles: 0.1, power: 1 }),
    );
    const { found, messages } = await foundIn(recording, { gpu: {} as Gpu });
    vi.doUnmock("./kernels/kernel-source.ts");
    expect(found).toEqual((await foundIn(recording)).found);
    expect(messages).toEqual([
      "The GPU has no memory for the search, or it was lost. Threeray searches on the processor.",
    ]);
  });

  it("says that it needs more samples, for a recording and for a part", async () => {
    const recording = recordingOf(new Float32Array(2 * 40).fill(0.5), 1e6);
    expect(await foundIn(recording, { to: 1 })).toMatchObject({
      found: [],
      messages: ["A search needs 16 samples or more, got 1."],
    });
    expect((await foundIn(recording, { from: 25 })).messages).toEqual(["A search needs 16 samples or more, got 15."]);
    expect((await foundIn(recording, { from: 24 })).messages).toEqual([]);
  });

  it("says which options are out of range", async () => {
    const recording = recordingOf(new Float32Array(20), 1e6);
    await expect(foundIn(recording, { falseAlarms: 0 })).rejects.toThrow(/falseAlarms must be above 0/);
    await expect(foundIn(recording, { from: 5, to: 2 })).rejects.toThrow(/got 5 and 2/);
  });
});
