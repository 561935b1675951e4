import { expect, it } from "vitest";
import { fromBytes } from "../../../capture/byte-source.ts";
import { datatypeOf } from "../../../capture/datatype.ts";
import { sampleReader } from "../../../capture/recording.ts";
import { testGpu, testRandom } from "../../../gpu/testing.ts";
import { decodeRecording } from "../decode.ts";
import { madeModeS, withParity } from "./testing.ts";

it("mode-s/kernel-decoder gives the frames of float64 for a stored recording that is mixed from 1090 MHz", async () => {
  const [sampleRate, samples] = [2.4e6, 4000];
  const random = testRandom(11);
  const frames = Array.from({ length: 8 }, (_, f) => ({
    octets: withParity([0x8d, 0x40, 0x62, 0x1d, ...Array.from({ length: 7 }, () => Math.floor(256 * random()))]),
    at: 40 + 480 * f + random(),
    carrier: 1 / 6,
  }));
  const made = madeModeS(random, { length: samples, rate: sampleRate, sigma: 0.2 }, frames);
  const bytes = new Uint8Array(Int16Array.from(made, (value) => Math.round(3000 * value)).buffer);
  const datatype = datatypeOf(true, "i16");
  const read = sampleReader({ source: fromBytes("made", bytes), datatype, channels: 1, byte: 0, samples });
  expect(read.stored?.format).toBe("i16");
  const recording = { samples, channels: 1, datatype, read, centerFrequency: 1089.6e6, sampleRate };
  const decoded = async (gpu?: Awaited<ReturnType<typeof testGpu>>) => {
    const found = [];
    for await (const part of decodeRecording(recording, ["modes"], { gpu })) found.push(...part.frames);
    // The frequency is rounded to 1 Hz: float32 may give the next one.
    return found.map(({ centreHz, ...frame }) => ({ ...frame, centreHz: Math.round(centreHz / 100) }));
  };
  const right = await decoded();
  expect(right).toHaveLength(8);
  expect(await decoded(await testGpu())).toEqual(right);
});

it("mode-s/kernel-decoder gives the frames whose address only a later page confirms", async () => {
  const [sampleRate, samples] = [2e6, 135_000];
  const random = testRandom(12);
  const icao = 0x40621d;
  const any = (count: number) => Array.from({ length: count }, () => Math.floor(256 * random()));
  const altitude = () => withParity([0x20, ...any(3)], icao);
  const clean = () => withParity([0x8d, 0x40, 0x62, 0x1d, ...any(7)]);
  const foreign = withParity([0x20, ...any(3)], 0x123456);
  const places = [500, 2000, 64_000, 65_530, 70_000, 80_000, 132_000, 134_000];
  const octets = [altitude(), foreign, altitude(), altitude(), altitude(), foreign, clean(), altitude()];
  const frames = places.map((at, f) => ({ octets: octets[f], at: at + random() }));
  const made = madeModeS(random, { length: samples, rate: sampleRate, sigma: 0.15 }, frames);
  const bytes = new Uint8Array(Int16Array.from(made, (value) => Math.round(3000 * value)).buffer);
  const datatype = datatypeOf(true, "i16");
  const read = sampleReader({ source: fromBytes("made", bytes), datatype, channels: 1, byte: 0, samples });
  const found: [number, string | null][] = [];
  const recording = { samples, channels: 1, datatype, read, centerFrequency: 1090e6, sampleRate };
  for await (const part of decodeRecording(recording, ["modes"], { gpu: await testGpu() })) {
    for (const { start, hex } of part.frames) found.push([start, hex]);
  }
  const right = frames.filter((frame) => frame.octets !== foreign);
  const hexOf = (frame: (typeof frames)[number]) => Buffer.from(frame.octets).toString("hex");
  expect(found.toSorted(([a], [b]) => a - b).map(([, hex]) => hex)).toEqual(right.map(hexOf));
  // The frame that confirms comes first.
  expect(found[0][1]).toBe(hexOf(frames[6]));
});
