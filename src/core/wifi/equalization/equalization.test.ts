import { describe, expect, it } from "vitest";
import { readFloats, run, testDevice, upload } from "../../gpu/testing.ts";
import { type Frame, frameFields, transmit } from "../frame/frame.float64.ts";
import { RATES, rateOf } from "../frame/rates.ts";
import { annex } from "../frame/testing.ts";
import { tableLines, type TestFrame, totals, uploadTable } from "../testing.ts";
import { createEqualization } from "./equalization.ts";
import type { EstimatorName } from "./registry.ts";
import { exponentialPowers, fadedChannel, randomFrame, received, trainingChannel } from "./testing.ts";

/** A sent frame and the samples that the receiver gets from its start on. */
interface Sent extends Pick<TestFrame, "offset"> {
  frame: Frame;
  samples: Float64Array;
}

/** Puts frames one after the other with gaps, and returns each one's LLRs and the true coded bits. */
async function llrsOf(sent: readonly Sent[], estimator: EstimatorName) {
  const device = await testDevice();
  let start = 0;
  const frames = sent.map(({ frame, samples, offset = 0 }, i): TestFrame => {
    const from = start + 31 * i;
    start = from + samples.length / 2;
    return { start: from, offset, noise: 1e-3, rate: frame.rate, length: frame.psdu.length };
  });
  const page = new Float32Array(2 * start);
  for (const [i, { samples }] of sent.entries()) page.set(samples, 2 * frames[i].start);
  const lines = tableLines(frames);
  const channels = lines.flatMap((line) => [...trainingChannel(page, line)]);
  const plan = await createEqualization(device, {
    ...uploadTable(device, lines),
    ...totals(lines),
    samples: upload(device, page),
    channel: upload(device, Float32Array.from(channels)),
    estimator,
  });
  await run(device, plan);
  const llr = await readFloats(device, plan.llr);
  plan.destroy();
  return lines.map(({ firstWord, symbols, rate }, i) => {
    const own = llr.subarray(64 * firstWord, 64 * firstWord + 2 * symbols * rate.dataBits);
    const bits = own.filter((value) => value !== 0).map((value) => Number(value > 0));
    const { coded } = frameFields(sent[i].frame).data;
    expect(bits.length).toBe(coded.length);
    return coded.reduce((wrong, bit, k) => wrong + Number(bit !== bits[k]), 0);
  });
}

/** 60 kHz at 20 MS/s, in rad per sample. */
const MOST_OFFSET = Math.fround((2 * Math.PI * 60e3) / 20e6);

describe("wifi/equalization", () => {
  it("has the annex's coded bits", async () => {
    const frame = { rate: rateOf(36), psdu: annex.psdu, scramblerState: annex.scramblerState };
    expect(await llrsOf([{ frame, samples: transmit(frame) }], "ls")).toEqual([0]);
  });

  it("has the coded bits of all rates in one page, with offsets, clocks and channels", async () => {
    const sent = RATES.map((rate, i) => {
      const frame = randomFrame(i, rate, 50 + 100 * i);
      const offset = MOST_OFFSET * (i / 3.5 - 1);
      const channel = fadedChannel(10 + i, exponentialPowers(i / 5));
      return {
        frame,
        offset: Math.fround(offset),
        samples: received(frame, { offset: Math.fround(offset), channel, clock: 1e-5 * (i - 4) }),
      };
    });
    expect(await llrsOf(sent, "ls")).toEqual(RATES.map(() => 0));
  });

  it.each([40e-6, -40e-6])("has the coded bits of the longest frame with a clock offset of %d", async (clock) => {
    const frame = randomFrame(77, rateOf(6), 4095);
    // The estimate of the offset is 100 Hz wrong.
    const offset = MOST_OFFSET + (2 * Math.PI * 100) / 20e6;
    const samples = received(frame, { offset, clock });
    expect(await llrsOf([{ frame, offset: MOST_OFFSET, samples }], "ls")).toEqual([0]);
  });
});
