import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fromBytes } from "./byte-source.ts";
import { openRecording } from "./registry.ts";

interface WavFile {
  form?: "RIFF" | "RF64";
  tag?: number;
  channels?: number;
  bits?: number;
  rate?: number;
  data: ArrayBufferView;
  /** Length of the data that the header claims. */
  claimed?: number;
  before?: [name: string, body: Uint8Array][];
}

/** A WAV file as in Microsoft's "Multimedia Programming Interface and Data Specifications 1.0", RF64 as in EBU Tech 3306. */
function wav({ form = "RIFF", tag = 1, channels = 2, bits = 16, rate = 48000, data, claimed, before = [] }: WavFile) {
  const chunk = (name: string, body: Uint8Array, size = body.length) => {
    const head = Buffer.alloc(8);
    head.write(name, "latin1");
    head.writeUInt32LE(size, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  };
  const format = Buffer.alloc(40);
  format.writeUInt16LE(tag === 3 || tag === 1 ? tag : 0xfffe, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt16LE(bits, 14);
  format.writeUInt16LE(tag & 0xff, 24);
  const bytes = new Uint8Array(data.buffer as ArrayBuffer);
  const chunks = [
    ...before.map(([name, body]) => chunk(name, body)),
    chunk("fmt ", format),
    chunk("data", bytes, claimed),
  ];
  const body = Buffer.concat([Buffer.from("WAVE"), ...chunks]);
  return fromBytes("a.wav", new Uint8Array(chunk(form, body)));
}

describe("capture/wav", () => {
  it.each([
    ["cu8", { bits: 8, data: Uint8Array.of(192, 0) }, [0.5, -1]],
    ["ci16_le", { bits: 16, data: Int16Array.of(16384, -32768) }, [0.5, -1]],
    ["ci24_le", { bits: 24, data: Uint8Array.of(0, 0, 0x40, 0, 0, 0x80) }, [0.5, -1]],
    ["ci32_le", { bits: 32, data: Int32Array.of(2 ** 30, -(2 ** 31)) }, [0.5, -1]],
    ["cf32_le", { tag: 3, bits: 32, data: Float32Array.of(1, -2) }, [1, -2]],
    ["cf64_le", { tag: 3, bits: 64, data: Float64Array.of(1, -2) }, [1, -2]],
    ["cf32_le", { tag: 0xff03, bits: 32, data: Float32Array.of(1, -2) }, [1, -2]],
    ["ri16_le", { channels: 1, data: Int16Array.of(16384) }, [0.5, 0]],
  ])("reads %s", async (datatype, options, expected) => {
    const [recording] = await openRecording([wav(options)]);
    expect(recording).toMatchObject({ format: "WAV", sampleRate: 48000, samples: 1, warnings: [] });
    expect(recording.datatype.name).toBe(datatype);
    expect([...(await recording.read(0, 1))]).toEqual(expected);
  });

  it("swaps I and Q on request", async () => {
    const [recording] = await openRecording([wav({ data: Int16Array.of(16384, -32768) })], { swapped: true });
    expect([...(await recording.read(0, 1))]).toEqual([-1, 0.5]);
  });

  it("takes centre frequency and time from auxi, past chunks of odd length", async () => {
    const auxi = Buffer.alloc(64);
    for (const [i, part] of [2024, 1, 3, 31, 23, 59, 58, 500].entries()) auxi.writeUInt16LE(part, 2 * i);
    auxi.writeUInt32LE(93_900_000, 32);
    const before: [string, Uint8Array][] = [
      ["LIST", new Uint8Array(3)],
      ["auxi", auxi],
    ];
    const [recording] = await openRecording([wav({ data: new Int16Array(2), before })]);
    expect(recording.centerFrequency).toBe(93.9e6);
    expect(recording.captures[0].datetime).toBe("2024-01-31T23:59:58.500Z");
  });

  it.each([
    ["zero", "RIFF" as const, 0],
    ["overflowed", "RIFF" as const, 0xffffffff],
  ])("reads to the end when the length is %s", async (_, form, claimed) => {
    const [recording] = await openRecording([wav({ form, data: new Int16Array(20), claimed })]);
    expect(recording.samples).toBe(10);
    expect(recording.warnings[0]).toContain(`says that it has ${claimed} bytes of samples; all 40 up to its end`);
  });

  it("takes RF64's length from ds64", async () => {
    const ds64 = Buffer.alloc(28);
    ds64.writeBigUInt64LE(40n, 8);
    const before: [string, Uint8Array][] = [["ds64", ds64]];
    const [recording] = await openRecording([
      wav({ form: "RF64", data: new Int16Array(20), claimed: 0xffffffff, before }),
    ]);
    expect(recording).toMatchObject({ samples: 10, warnings: [] });
  });

  it.each([
    [{ channels: 6, data: new Int16Array(6) }, /6 channels, expected two \(I and Q\) or one/],
    [{ tag: 0xff55, data: new Int16Array(6) }, /format 85 with 16 bits, expected integers/],
    [{ data: new Int16Array(0), claimed: 0 }, /holds no samples/],
  ])("refuses %j", async (options, message) => {
    await expect(openRecording([wav(options)])).rejects.toThrow(message);
  });

  it("refuses a file that ends before its samples", async () => {
    const whole = wav({ data: new Int16Array(2) });
    const cut = fromBytes("a.wav", new Uint8Array(await whole.slice(0, 30)));
    await expect(openRecording([cut])).rejects.toThrow("a.wav: a WAV file without");
  });

  const folder = "../shared/captures/";
  it.skipIf(!existsSync(folder))(`demodulates as jradio does (skipped where ${folder} is absent)`, async () => {
    const read = (name: string) => new Uint8Array(readFileSync(folder + name));
    const [recording] = await openRecording([fromBytes("stereo.wav", read("stereo.wav"))]);
    const expected = new Float32Array(read("stereo-fm-demod.bin").buffer);
    expect(recording).toMatchObject({ sampleRate: 100e3, samples: expected.length });
    const x = await recording.read(0, recording.samples);
    let worst = 0;
    for (let n = 1; n < expected.length; n++) {
      const [re, im, lastRe, lastIm] = [x[2 * n], x[2 * n + 1], x[2 * n - 2], x[2 * n - 1]];
      const angle = Math.atan2(im * lastRe - re * lastIm, re * lastRe + im * lastIm);
      worst = Math.max(worst, Math.abs(0.5 * angle - expected[n]));
    }
    expect(worst).toBeLessThan(2e-6);
  });
});
