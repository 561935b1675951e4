import { describe, expect, it } from "vitest";
import { testNormals } from "../../gpu/testing.ts";
import { fromBytes } from "../byte-source.ts";
import { openRecording } from "../registry.ts";
import { type WavContent, wavFile } from "./wav-writer.ts";

async function* pieces(samples: Float32Array<ArrayBuffer>, length: number) {
  for (let at = 0; at < samples.length; at += 2 * length) yield samples.subarray(at, at + 2 * length);
}

async function written(content: WavContent, samples: Float32Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const part of wavFile(content, pieces(samples, 77))) parts.push(part.slice());
  return new Uint8Array(Buffer.concat(parts));
}

const samples = Float32Array.from(testNormals(5, 2000), (x) => 0.2 * x);
const content: WavContent = { samples: 1000, sampleRate: 20_625_000, format: "f32" };

describe("capture/wav-writer", () => {
  it("is read back bit by bit as float32, with rate, centre frequency and time", async () => {
    const said = { centerFrequency: 1_450_500_000, datetime: "2024-02-29T12:34:56.789Z" };
    const [recording] = await openRecording([fromBytes("a.wav", await written({ ...content, ...said }, samples))]);
    expect(recording).toMatchObject({ samples: 1000, sampleRate: 20_625_000, centerFrequency: 1_450_500_000 });
    expect(recording.datatype.name).toBe("cf32_le");
    expect(recording.warnings).toEqual([]);
    expect(recording.captures[0].datetime).toBe(said.datetime);
    expect(await recording.read(0, 1000)).toEqual(samples);
  });

  it("rounds to 16 bits with a gain, and clips what is beyond", async () => {
    const loud = samples.slice();
    loud.set([3, -3], 0);
    const bytes = await written({ ...content, format: "i16", gain: 0.5 }, loud);
    const [recording] = await openRecording([fromBytes("a.wav", bytes)]);
    expect(bytes).toHaveLength(12 + 24 + 8 + 4000);
    const read = await recording.read(0, 1000);
    expect([...read.subarray(0, 2)]).toEqual([32_767 / 32_768, -1]);
    const error = read.map((value, i) => Math.abs(value - 0.5 * loud[i])).subarray(2);
    expect(Math.max(...error)).toBeLessThanOrEqual(0.5 / 32_768);
  });

  it.each(["f32", "i16"] as const)("writes one channel, for real signals: %s", async (format) => {
    const bytes = await written({ ...content, samples: 2000, channels: 1, format }, samples);
    const [recording] = await openRecording([fromBytes("a.wav", bytes)]);
    expect(recording).toMatchObject({ samples: 2000, warnings: [] });
    expect(recording.datatype.complex).toBe(false);
    const read = await recording.read(0, 2000);
    const tolerance = format === "f32" ? 0 : 0.5 / 32_768;
    expect(samples.every((value, n) => Math.abs(read[2 * n] - value) <= tolerance && read[2 * n + 1] === 0)).toBe(true);
  });

  it("outgrows 4 GiB as RF64", async () => {
    const large = { ...content, samples: 2 ** 29, format: "f32" as const };
    const head = (await wavFile(large, pieces(samples, 1)).next()).value as Uint8Array<ArrayBuffer>;
    const view = new DataView(head.buffer);
    const name = (at: number) => String.fromCharCode(...head.subarray(at, at + 4));
    expect([name(0), view.getUint32(4, true), name(8), name(12)]).toEqual(["RF64", 0xffffffff, "WAVE", "ds64"]);
    expect(view.getBigUint64(20, true)).toBe(BigInt(head.length - 8 + 2 ** 32));
    expect(view.getBigUint64(28, true)).toBe(BigInt(2 ** 32));
    expect(view.getBigUint64(36, true)).toBe(BigInt(2 ** 29));
    const source = { name: "a.wav", size: head.length + 2 ** 32 };
    const slice = async (start: number, end: number) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, source.size) - start));
      bytes.set(head.subarray(start, end));
      return bytes.buffer;
    };
    const [recording] = await openRecording([{ ...source, slice }]);
    expect(recording).toMatchObject({ samples: 2 ** 29, warnings: [] });
  });

  it.each<[string, Partial<WavContent>]>([
    ["sampleRate must be from 1 to 2^32 − 1 Hz, got 0.25", { sampleRate: 0.25 }],
    ["samples must be an integer ≥ 1, got 0", { samples: 0 }],
    ["999 samples were announced, and 1000 came", { samples: 999 }],
  ])("refuses: %s", async (message, wrong) => {
    await expect(written({ ...content, ...wrong }, samples)).rejects.toThrow(`capture/wav-writer: ${message}`);
  });
});
