import { describe, expect, it } from "vitest";
import { fromBlob } from "../capture/byte-source.ts";
import { openRecording } from "../capture/registry.ts";
import { testRandom } from "../gpu/testing.ts";
import type { ByteFormat } from "./byte-samples.ts";
import { createRecorder, memoryTarget, type RecordingTarget } from "./recorder.ts";

const random = testRandom(1);
const bytesOf = (count: number) => Uint8Array.from({ length: count }, () => Math.floor(256 * random()));

function recorder(target: RecordingTarget = memoryTarget(), format: ByteFormat = "cu8") {
  let time = Date.UTC(2026, 0, 1);
  const now = () => (time += 1000);
  return createRecorder({ name: "radio", device: "Fake", format, rate: 1000, target, now });
}

describe("live/recorder", () => {
  it("records bytes as SigMF, with a capture for each frequency", async () => {
    const recording = recorder();
    const pieces = [bytesOf(200), bytesOf(42), bytesOf(2000)];
    recording.mark(100e6);
    recording.mark(101e6);
    recording.bytes(pieces[0], "cu8");
    recording.mark(102e6);
    recording.bytes(pieces[1], "cu8");
    recording.bytes(pieces[2], "cu8");
    expect(recording.status).toEqual({ bytes: 2242, seconds: 1.121, message: undefined, remark: undefined });
    recording.end();
    recording.bytes(bytesOf(10), "cu8");
    const blob = await recording.done;
    const [read] = await openRecording([fromBlob("radio.sigmf", blob as Blob)]);
    expect(read).toMatchObject({ samples: 1121, sampleRate: 1000, datatype: { name: "cu8" }, warnings: [] });
    expect(read.captures).toMatchObject([
      { start: 0, count: 100, centerFrequency: 101e6, datetime: "2026-01-01T00:00:02.000Z" },
      { start: 100, count: 1021, centerFrequency: 102e6, datetime: "2026-01-01T00:00:03.000Z" },
    ]);
    const all = pieces.flatMap((piece) => [...piece]);
    expect([...(await read.read(0, 1121))]).toEqual(all.map((byte) => (byte - 128) / 128));
  });

  it("records signed bytes as such, and ends before bytes of another format", async () => {
    const recording = recorder(memoryTarget(), "ci8");
    recording.mark(1e8);
    recording.bytes(Uint8Array.of(0, 1, 0x7f, 0x80, 0xff, 0xc0), "ci8");
    recording.bytes(bytesOf(10), "cu8");
    recording.bytes(bytesOf(10), "ci8");
    expect(recording.status).toEqual({
      bytes: 6,
      seconds: 0.003,
      message: "Another receiver took the place of “Fake”. Its samples are cu8, and the recording holds ci8",
      remark: undefined,
    });
    const [read] = await openRecording([fromBlob("radio.sigmf", (await recording.done) as Blob)]);
    expect(read).toMatchObject({ samples: 3, datatype: { name: "ci8" }, warnings: [] });
    expect([...(await read.read(0, 3))]).toEqual([0, 1 / 128, 127 / 128, -1, -1 / 128, -0.5]);
  });

  it("ends at its limit and keeps what it has", async () => {
    const recording = recorder(memoryTarget(2 ** 20));
    recording.mark(1e8);
    for (let i = 0; i < 9; i++) recording.bytes(bytesOf(120_320), "cu8");
    expect(recording.status).toMatchObject({ bytes: 2 ** 20, message: "The recording has reached its limit of 1 MiB" });
    const [read] = await openRecording([fromBlob("radio.sigmf", (await recording.done) as Blob)]);
    expect(read.samples).toBe(2 ** 19);
  });

  it("ends when the disk is too slow, and tells a disk's error", async () => {
    let free = () => {};
    const slow = recorder({
      most: 2 ** 30,
      write: () => new Promise<void>((resolve) => (free = resolve)),
      finish: async () => undefined,
    });
    const piece = new Uint8Array(2 ** 24);
    for (let i = 0; i < 5; i++) slow.bytes(piece, "cu8");
    expect(slow.status.message).toBe("The disk is too slow for this sample rate");
    free();
    const full = recorder({
      most: 2 ** 30,
      write: () => Promise.reject(new Error("The disk is full")),
      finish: async () => undefined,
    });
    full.bytes(bytesOf(10), "cu8");
    await expect(full.done).rejects.toThrow("The disk is full");
    expect(full.status.message).toBe("The disk is full");
  });

  it("says so when nothing was recorded", async () => {
    const recording = recorder();
    recording.end();
    await expect(recording.done).rejects.toThrow("Nothing was recorded: the receiver sent no samples");
  });
});
