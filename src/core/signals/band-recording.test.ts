import { describe, expect, it } from "vitest";
import { fromBytes } from "../capture/byte-source.ts";
import { excerptBytes } from "../capture/excerpt-file.ts";
import { openRecording } from "../capture/registry.ts";
import { sigmfBytes } from "../capture/testing.ts";
import { bandRecording } from "./band-recording.ts";
import { toBurst } from "./finding/burst.ts";

const [RATE, SAMPLES] = [1e6, 60_000];

/** Two tones, at 100 and −300 kHz. */
const x = Float32Array.from({ length: 2 * SAMPLES }, (_, i) => {
  const n = i >> 1;
  const [a, b] = [0.1 * n, -0.3 * n].map((turns) => 2 * Math.PI * turns);
  return i % 2 ? Math.sin(a) + Math.sin(b) : Math.cos(a) + Math.cos(b);
});
const box = { start: 20_000, stop: 45_000, lowHz: 80_000, highHz: 120_000 };
const annotation = (label: string, first: number, low: number, high: number) => ({
  "core:sample_start": first,
  "core:sample_count": 5000,
  "core:freq_lower_edge": low,
  "core:freq_upper_edge": high,
  "core:label": label,
  "other:field": 7,
  start: first,
  stop: first + 5000,
  centreHz: 101_000,
  guardSamples: 10,
});

async function opened(frequency: number | undefined) {
  const base = frequency ?? 0;
  const meta = sigmfBytes({
    global: { "core:datatype": "cf32_le", "core:sample_rate": RATE, "core:license": "CC0" },
    captures: [{ "core:sample_start": 0, "core:frequency": frequency, "core:datetime": "2026-01-01T00:00:00Z" }],
    annotations: [
      annotation("in the band", 25_000, base + 90_000, base + 110_000),
      annotation("another band", 25_000, base - 310_000, base - 290_000),
      annotation("another time", 50_000, base + 90_000, base + 110_000),
    ],
  });
  const data = new Uint8Array(x.buffer);
  const [recording] = await openRecording([fromBytes("two.sigmf-meta", meta), fromBytes("two.sigmf-data", data)]);
  return recording;
}

describe("signals/band-recording", () => {
  it("has the samples of the float64 cut within 1e-6, wherever it is read", async () => {
    const band = bandRecording(await opened(4e8), box, 0);
    const { decimation } = band.origin;
    const cut = toBurst(x, RATE, { ...box, noiseDensity: 0, notes: [] }, { margin: 0, decimation });
    // 5 is the largest decimation for 48 kHz that pass; it leaves 200 kHz.
    expect([decimation, band.sampleRate]).toEqual([5, 200_000]);
    expect(band.samples).toBe(Math.ceil(25_000 / decimation!));
    const pieces = [await band.read(0, 1000), await band.read(1000, 1e6)];
    const read = pieces.flatMap((piece) => [...piece]);
    expect(read).toHaveLength(2 * band.samples);
    expect(Math.max(...read.map((value, i) => Math.abs(value - cut.samples[i])))).toBeLessThan(1e-6);
    // The tone of 100 kHz is at frequency 0 with its amplitude, and the other one is gone.
    for (let n = 0; n < band.samples; n += 97) expect(Math.hypot(read[2 * n], read[2 * n + 1])).toBeCloseTo(1, 3);
  });

  it.each([4e8, undefined])(
    "is written with its centre, its rate, its origin and the annotations in it: %d Hz",
    async (frequency) => {
      const recording = await opened(frequency);
      // The scenario tells the bits of the recording's own samples, and no longer of these.
      const made = { "threeray:scenario": { channel: 1 }, "threeray:scenario_start": 9 };
      const band = bandRecording({ ...recording, metadata: { ...recording.metadata, ...made } }, box, 0);
      const { decimation } = band.origin;
      const file = {
        part: { start: 0, count: band.samples },
        format: "sigmf",
        name: "band",
        annotations: band.annotations,
      } as const;
      const options = { signal: new AbortController().signal, onProgress() {} };
      const parts: Uint8Array[] = [];
      for await (const part of excerptBytes(band, file, options)) parts.push(part);
      const [again] = await openRecording([fromBytes("band.sigmf", new Uint8Array(Buffer.concat(parts)))]);
      expect(again).toMatchObject({
        samples: band.samples,
        sampleRate: RATE / decimation!,
        metadata: {
          "core:license": "CC0",
          "threeray:origin": { title: recording.title, start: 20_000, channel: 0, centreHz: 100_000, decimation },
        },
        captures: [{ start: 0, datetime: "2026-01-01T00:00:00.020Z" }],
        annotations: [
          {
            label: "in the band",
            metadata: { "other:field": 7, start: 1000, stop: 2000, centreHz: 1000, guardSamples: 2 },
          },
        ],
      });
      expect(Object.keys(again.metadata).filter((key) => key.includes("scenario"))).toEqual([]);
      expect(again.captures[0].centerFrequency).toBe(frequency && frequency + 100_000);
      expect(again.annotations[0].start).toBe(Math.round(5000 / decimation!));
      expect(again.annotations[0].edges).toEqual(
        frequency ? [frequency + 90_000, frequency + 110_000] : [-10_000, 10_000],
      );
    },
  );

  it("has a whole number of Hz where one is near, because WAV needs it", async () => {
    const recording = await opened(undefined);
    const rateOf = (sampleRate: number) => bandRecording({ ...recording, sampleRate }, box, 0).sampleRate;
    expect(rateOf(2_400_000)).toBe(200_000);
    expect(rateOf(1_400_000)).toBe(200_000);
    expect(rateOf(999_983)).toBe(999_983 / 5);
  });

  it("refuses a recording without a rate", async () => {
    const recording = { ...(await opened(undefined)), sampleRate: undefined };
    expect(() => bandRecording(recording, box, 0)).toThrow("the sample rate is not known");
  });
});
