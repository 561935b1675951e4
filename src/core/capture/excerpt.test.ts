import { describe, expect, it } from "vitest";
import { fromBytes } from "./byte-source.ts";
import { excerptAnnotations, excerptCaptures, excerptSamples } from "./excerpt.ts";
import type { Annotation, Recording } from "./recording.ts";
import { openRecording } from "./registry.ts";
import { sigmfArchive } from "./formats/sigmf-writer.ts";

const SAMPLES = 600_000;
const data = Uint8Array.from({ length: 2 * SAMPLES }, (_, i) => (i * 7) % 251);
const meta = {
  global: {
    "core:datatype": "cu8",
    "core:version": "1.2.0",
    "core:sample_rate": 1000,
    "core:license": "https://example.org/<licence>",
    "core:extensions": [{ name: "antenna", version: "1.0.0", optional: true }],
    "antenna:model": "ARA",
  },
  captures: [
    { "core:sample_start": 0, "core:frequency": 1e8, "core:datetime": "2024-01-31T23:59:59.25Z", "antenna:azimuth": 3 },
    { "core:sample_start": 1000, "core:frequency": 2e8 },
  ],
  annotations: [
    { "core:sample_start": 0, "core:sample_count": 400, "core:label": "before" },
    { "core:sample_start": 450, "core:sample_count": 100, "core:label": "into", "antenna:x": 1 },
    { "core:sample_start": 1500, "core:sample_count": 1e6, "core:label": "beyond" },
    { "core:sample_start": 700, "core:sample_count": 0, "core:label": "instant" },
  ],
};

async function recording(): Promise<Recording> {
  const text = new TextEncoder().encode(JSON.stringify(meta));
  const [opened] = await openRecording([fromBytes("a.sigmf-meta", text), fromBytes("a.sigmf-data", data)]);
  return opened;
}

const labels = (annotations: readonly Annotation[]) =>
  annotations.map(({ label, start, count }) => [label, start, count]);

describe("capture/excerpt", () => {
  it("cuts captures and annotations, and counts from its first sample", async () => {
    const whole = await recording();
    const part = { start: 500, count: 1500 };
    expect(excerptCaptures(whole, part)).toMatchObject([
      { start: 0, count: 500, centerFrequency: 1e8, datetime: "2024-01-31T23:59:59.750Z" },
      { start: 500, count: 1000, centerFrequency: 2e8, datetime: undefined },
    ]);
    expect(labels(excerptAnnotations(whole.annotations, part))).toEqual([
      ["into", 0, 50],
      ["instant", 200, 0],
      ["beyond", 1000, 500],
    ]);
    // What measure wrote counts from the same sample. Other fields stay.
    const measured = {
      ...whole.annotations[1],
      metadata: { start: 452, stop: 549, centreHz: 30, guardSamples: 4, id: 452 },
    };
    expect(excerptAnnotations([measured], part)[0].metadata).toEqual({
      start: 0,
      stop: 49,
      centreHz: 30,
      guardSamples: 4,
      id: 452,
    });
    const late = { start: 800, count: 1 };
    expect(excerptCaptures(whole, late)[0].datetime).toBe("2024-02-01T00:00:00.050Z");
  });

  it("is written with all that the recording said, and read back the same", async () => {
    const whole = await recording();
    const part = { start: 300_000, count: 299_000 };
    const progress: number[] = [];
    const chunks = excerptSamples(whole, part, { onProgress: (done) => progress.push(done) });
    const content = {
      name: "cut",
      samples: part.count,
      sampleRate: 1000,
      metadata: whole.metadata,
      captures: excerptCaptures(whole, part),
      annotations: excerptAnnotations(whole.annotations, part),
      origin: { title: whole.title, start: part.start, channel: 0 },
    };
    const bytes: Uint8Array[] = [];
    for await (const piece of sigmfArchive(content, chunks)) bytes.push(piece.slice());
    expect(progress).toEqual([2 ** 18 / 299_000, 1]);
    const [cut] = await openRecording([fromBytes("cut.sigmf", new Uint8Array(Buffer.concat(bytes)))]);
    expect(cut.warnings).toEqual([]);
    expect(cut).toMatchObject({ samples: 299_000, sampleRate: 1000, centerFrequency: 2e8 });
    expect(cut.metadata).toMatchObject({
      "core:license": "https://example.org/<licence>",
      "antenna:model": "ARA",
      "threeray:origin": { title: "a", start: 300_000, channel: 0 },
      "core:extensions": [{ name: "antenna" }, { name: "threeray", optional: true }],
    });
    expect(labels(cut.annotations)).toEqual([["beyond", 0, 299_000]]);
    expect(await cut.verify?.()).toBe(true);
    expect(await cut.read(0, 299_000)).toEqual(await whole.read(300_000, 299_000));
  });

  it("stops when asked", async () => {
    const whole = await recording();
    const stop = new AbortController();
    const chunks = excerptSamples(whole, { start: 0, count: SAMPLES }, { signal: stop.signal });
    await chunks.next();
    stop.abort();
    await expect(chunks.next()).rejects.toMatchObject({ name: "AbortError" });
  });
});
