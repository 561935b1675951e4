import { expect, it } from "vitest";
import { fromBytes } from "../../../capture/byte-source.ts";
import { datatypeOf } from "../../../capture/datatype.ts";
import { sampleReader } from "../../../capture/recording.ts";
import { testGpu, testRandom } from "../../../gpu/testing.ts";
import { decodeRecording, type KernelDecoders } from "../decode.ts";
import type { DecodedFrame, DecoderOptions } from "../decoder.ts";
import { type CandidateReader, createCandidateReader } from "./decoder.ts";
import { decodeWith } from "./kernel-decoder.plan.ts";
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
  const decoded = async (gpu?: Awaited<ReturnType<typeof testGpu>>, kernels?: KernelDecoders) => {
    const found = [];
    for await (const part of decodeRecording(recording, ["modes"], { gpu, kernels })) found.push(...part.frames);
    // The frequency is rounded to 1 Hz: float32 may give the next one.
    return found.map(({ centreHz, ...frame }) => ({ ...frame, centreHz: Math.round(centreHz / 100) }));
  };
  const right = await decoded();
  expect(right).toHaveLength(8);
  expect(await decoded(await testGpu())).toEqual(right);
  // Another reader keeps the frames.
  const kept: DecodedFrame[] = [];
  const modeS = (options: DecoderOptions): CandidateReader => {
    const reader = createCandidateReader(options);
    const keep = async (frames: DecodedFrame[]) => (kept.push(...frames), []);
    return { framesOf: (list) => keep(reader.framesOf(list)), rest: () => keep(reader.rest()) };
  };
  expect(await decoded(await testGpu(), { modes: decodeWith(modeS) })).toEqual([]);
  expect(kept.map(({ hex }) => hex)).toEqual(right.map(({ hex }) => hex));
});
