import { describe, expect, it } from "vitest";
import { fromBytes } from "../capture/byte-source.ts";
import { openRecording } from "../capture/registry.ts";
import { testGpu } from "../gpu/testing.ts";
import { previewRecording } from "./preview.ts";

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

  it("takes a recording of a single sample", async () => {
    const preview = await previewRecording(await testGpu(), await tone(1, 0));
    expect(preview.looked).toBe(1);
    expect(preview.powerDb.every(Number.isFinite)).toBe(true);
  });
});
