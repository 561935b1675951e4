import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBytes } from "../byte-source.ts";
import { openRecording } from "../registry.ts";
import { type SigmfContent, sigmfArchive, sigmfPair } from "./sigmf-writer.ts";

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece.slice());
  return new Uint8Array(Buffer.concat(parts));
}

async function* inPieces(samples: Float32Array<ArrayBuffer>, cuts: number[]) {
  const edges = [0, ...cuts.map((cut) => 2 * Math.floor((cut * samples.length) / 2)), samples.length];
  edges.sort((a, b) => a - b);
  for (const [i, edge] of edges.slice(1).entries()) yield samples.subarray(edges[i], edge);
}

async function written(
  kind: "pair" | "archive",
  content: SigmfContent,
  chunks: AsyncIterable<Float32Array<ArrayBuffer>>,
) {
  if (kind === "archive") return [fromBytes(`${content.name}.sigmf`, await collect(sigmfArchive(content, chunks)))];
  const pair = sigmfPair(content, chunks);
  const data = await collect(pair.data);
  const meta = new TextEncoder().encode(pair.meta());
  return [fromBytes(`${content.name}.sigmf-data`, data), fromBytes(`${content.name}.sigmf-meta`, meta)];
}

const bitsOf = (samples: Float32Array) => [...new Uint32Array(samples.buffer, samples.byteOffset, samples.length)];

describe("capture/sigmf-writer", () => {
  it.each(["pair", "archive"] as const)("is read back bit by bit, NaN and all (%s)", async (kind) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2 ** 32 - 1), fc.nat(2 ** 32 - 1)), { minLength: 1, maxLength: 400 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
        fc.nat(500),
        async (words, cuts, start) => {
          const samples = new Float32Array(Uint32Array.from(words.flat()).buffer);
          const content = { name: "a", samples: words.length, sampleRate: 1e6 };
          const [recording] = await openRecording(await written(kind, content, inPieces(samples, cuts)));
          expect(recording.samples).toBe(words.length);
          expect(recording.warnings).toEqual([]);
          expect(bitsOf(await recording.read(0, words.length))).toEqual(bitsOf(samples));
          expect(bitsOf(await recording.read(start, 7))).toEqual(bitsOf(samples.slice(2 * start, 2 * start + 14)));
          expect(await recording.verify?.()).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(["pair", "archive"] as const)("writes real samples as they are (%s)", async (kind) => {
    const samples = Float32Array.from({ length: 101 }, (_, n) => Math.sin(n));
    const content = { name: "audio", samples: 101, sampleRate: 48_000, real: true };
    const [recording] = await openRecording(await written(kind, content, inPieces(samples, [0.3])));
    expect(recording).toMatchObject({ samples: 101, warnings: [] });
    expect(recording.datatype.name).toBe("rf32_le");
    expect((await recording.read(0, 101)).filter((_, i) => i % 2 === 0)).toEqual(samples);
    expect(await recording.verify?.()).toBe(true);
  });

  it.each(["pair", "archive"] as const)("writes several channels, complex or real (%s)", async (kind) => {
    const numbers = Float32Array.from({ length: 60 }, (_, n) => n);
    for (const [real, width] of [
      [true, 1],
      [false, 2],
    ] as const) {
      const content = { name: "three", samples: 20 / width, channels: 3, sampleRate: 10, real };
      const [recording] = await openRecording(await written(kind, content, inPieces(numbers, [0.3, 0.7])));
      expect(recording).toMatchObject({ samples: 20 / width, channels: 3, warnings: [] });
      for (const channel of [0, 1, 2]) {
        const [re, im] = await recording.read(4, 1, channel);
        expect([re, im]).toEqual([width * (3 * 4 + channel), real ? 0 : 2 * (3 * 4 + channel) + 1]);
      }
      expect(await recording.verify?.()).toBe(true);
    }
    const short = written(kind, { name: "a", samples: 20, channels: 2, real: true }, inPieces(numbers, []));
    await expect(short).rejects.toThrow("20 samples were announced, and 30 came");
  });

  it("says no sample rate where none is known", async () => {
    const content = { name: "plain", samples: 4, real: true };
    const [recording] = await openRecording(await written("archive", content, inPieces(new Float32Array(4), [])));
    expect(recording).toMatchObject({ samples: 4, sampleRate: undefined, warnings: [], guesses: [] });
    expect(recording.metadata).not.toHaveProperty("core:sample_rate");
  });

  it("keeps captures, annotations and the scenario", async () => {
    const content = {
      name: "lab <b>1",
      samples: 100,
      sampleRate: 20.625e6,
      captures: [{ start: 0, centerFrequency: 2.2e9, datetime: "2026-01-02T03:04:05.678Z" }, { start: 60 }],
      annotations: [{ start: 10, count: 20, label: "packet", edges: [2.19e9, 2.21e9] as const }],
      scenario: { lab: "equalizers", seed: 1 },
      scenarioStart: 1234,
    };
    const [recording] = await openRecording(await written("archive", content, inPieces(new Float32Array(200), [])));
    expect(recording).toMatchObject({ title: content.name, sampleRate: 20.625e6, centerFrequency: 2.2e9 });
    expect(recording.captures).toMatchObject([
      { start: 0, count: 60, centerFrequency: 2.2e9, datetime: "2026-01-02T03:04:05.678Z" },
      { start: 60, count: 40, centerFrequency: undefined },
    ]);
    expect(recording.annotations).toMatchObject([{ start: 10, count: 20, label: "packet", edges: [2.19e9, 2.21e9] }]);
    expect(recording.metadata["threeray:scenario"]).toEqual(content.scenario);
    expect(recording.metadata["threeray:scenario_start"]).toBe(1234);
    expect(recording.metadata["core:extensions"]).toEqual([{ name: "threeray", version: "1.0.0", optional: true }]);
  });

  it("streams: never holds more than a piece", async () => {
    const samples = 2 ** 20;
    const piece = new Float32Array(2 ** 12);
    async function* chunks() {
      for (let n = 0; n < samples; n += piece.length / 2) yield piece;
    }
    let [bytes, longest] = [0, 0];
    for await (const part of sigmfArchive({ name: "a", samples, sampleRate: 1 }, chunks())) {
      bytes += part.length;
      longest = Math.max(longest, part.length);
    }
    expect(bytes).toBeGreaterThan(8 * samples);
    expect(longest).toBe(piece.byteLength);
  });

  it.each([
    [{ samples: 3 }, "3 samples were announced, and 2 came"],
    [{ samples: 0 }, "samples must be an integer ≥ 1, got 0"],
    [{ sampleRate: 0 }, "sampleRate must be above 0 and at most 1e12, got 0"],
    [{ name: "a/b" }, 'name must be a file name without folders, got "a/b"'],
  ])("refuses %o", async (change, message) => {
    const content = { name: "a", samples: 2, sampleRate: 1, ...change };
    const pieces = async () => collect(sigmfArchive(content, inPieces(new Float32Array(4), [])));
    await expect(pieces()).rejects.toThrow(`capture/sigmf-writer: ${message}`);
  });

  it("gives no metadata before the data", () => {
    const pair = sigmfPair({ name: "a", samples: 1, sampleRate: 1 }, inPieces(new Float32Array(2), []));
    expect(() => pair.meta()).toThrow("the metadata come after the data");
  });
});
