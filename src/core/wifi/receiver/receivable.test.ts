import { describe, expect, it } from "vitest";
import { parseDatatype } from "../../capture/datatype.ts";
import { runStream } from "../../flow/run/run-stream.ts";
import { testGpu } from "../../gpu/testing.ts";
import { resamplerBlocks } from "../../resampling/blocks.ts";
import { designResampler } from "../../resampling/design.ts";
import { chainDelay } from "../../flow/graph/rate.ts";
import { onAir } from "../acquisition/testing.ts";
import { RATES } from "../frame/rates.ts";
import { receivable, type ReceivableOptions } from "./receivable.ts";
import type { ReceivedFrame } from "./received-frame.ts";
import { receiveRecording } from "./recording.ts";
import { traffic } from "./testing.ts";

type Recording = Parameters<typeof receivable>[1];

function recordingOf(samples: Float32Array, sampleRate?: number, type = "cf32_le"): Recording {
  const read = async (start: number, count: number) =>
    Float32Array.from(samples.subarray(2 * start, 2 * (start + count)));
  return { title: "test", samples: samples.length / 2, sampleRate, datatype: parseDatatype(type), read };
}

async function received(recording: Recording, options: ReceivableOptions = {}, page?: number) {
  const frames: ReceivedFrame[] = [];
  const config = { estimator: "ls", ...options } as const;
  for await (const step of receiveRecording(await testGpu(), recording, config, undefined, { page })) {
    frames.push(...step.frames);
  }
  return frames;
}

/** Returns samples at up/down times their rate, with the filters' delay in output samples. */
async function resampled(samples: Float32Array, up: number, down: number) {
  const blocks = resamplerBlocks(designResampler({ up, down, pass: 0.9 }), "complex");
  const source = {
    samples: samples.length / 2,
    read: async (start: number, count: number) => samples.slice(2 * start, 2 * (start + count)),
  };
  const pieces: number[] = [];
  for await (const step of runStream(await testGpu(), source, blocks, { page: 2 ** 16 })) pieces.push(...step.samples);
  return { samples: Float32Array.from(pieces), delay: chainDelay(blocks) };
}

describe("wifi/receiver/receivable", () => {
  const { sent, length } = traffic(7, 8, 100);
  const air = Float32Array.from(onAir(length + 200, sent, { snrDb: 35 }));

  it.each([
    [5, 4, 25e6, "25 MS/s"],
    [9, 10, 18e6, "18 MS/s"],
  ])(
    "resamples a recording that has %i/%i of the channel's rate: frames keep their places",
    async (up, down, sampleRate, told) => {
      const { samples, delay } = await resampled(air, up, down);
      const recording = recordingOf(samples, sampleRate);
      const { notes, close } = receivable(await testGpu(), recording);
      close();
      expect(notes).toEqual([`Resampled from ${told} to 20 MS/s.`]);
      const frames = await received(recording);
      expect(frames.map(({ fcsOk }) => fcsOk)).toEqual(sent.map(() => true));
      for (const [f, { at, frame, offset = 0 }] of sent.entries()) {
        expect(frames[f].psdu).toEqual(frame.psdu);
        expect(Math.abs(frames[f].start - (at * up) / down - delay)).toBeLessThan(4);
        expect(Math.abs(frames[f].cfoHz - (offset * 20e6) / (2 * Math.PI))).toBeLessThan(600);
      }
      expect(await received(recording, {}, 5000)).toEqual(frames);
    },
  );

  it("reads a channel of 10 MHz at half the rates and half the offsets", async () => {
    const frames = await received(recordingOf(air, 10e6), { width: 10 });
    expect(frames.map(({ rateMbps }) => rateMbps)).toEqual(sent.map(({ frame }) => frame.rate.mbpsAt10MHz));
    expect(new Set(frames.map(({ rateMbps }) => rateMbps))).toEqual(new Set(RATES.map(({ mbps }) => mbps / 2)));
    for (const [f, { offset = 0 }] of sent.entries()) {
      expect(Math.abs(frames[f].cfoHz - (offset * 10e6) / (2 * Math.PI))).toBeLessThan(300);
    }
  });

  it("assumes the channel's rate where a recording has none, and says so", async () => {
    const { notes, scale } = receivable(await testGpu(), recordingOf(air));
    expect([notes, scale.sampleRate]).toEqual([["The recording gives no sample rate; 20 MS/s is assumed."], 20e6]);
  });

  it.each([
    [
      2.4e6,
      "cf32_le",
      {},
      "test has 2.4 MS/s. A channel of 20 MHz needs at least 17 MS/s: record it at a higher rate.",
    ],
    [
      2.4e6,
      "cf32_le",
      { width: 10 },
      "test has 2.4 MS/s. A channel of 10 MHz needs at least 8.5 MS/s: record it at a higher rate.",
    ],
    [20e6, "rf32_le", {}, "test has real samples. The 802.11 receiver takes complex samples, I and Q: record both."],
    [1e11, "cf32_le", {}, "test: 100000 MS/s cannot become 20 MS/s by a simple ratio; resample the recording first."],
  ] as const)("refuses %d samples per second of %s, %j", async (rate, type, options, message) => {
    const gpu = await testGpu();
    expect(() => receivable(gpu, recordingOf(air, rate, type), options)).toThrow(message);
  });
});
