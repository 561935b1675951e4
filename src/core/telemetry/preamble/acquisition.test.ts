import { describe, expect, it } from "vitest";
import { noiseVariance, receivedPower } from "../channel/noise.ts";
import { NAMED_PATHS } from "../channel/rays.ts";
import { type SimulatedRecording, recording } from "../channel/recording.float64.ts";
import { allocate } from "../../gpu/pool.ts";
import { readBack } from "../../gpu/readback.ts";
import { run, testDevice, testNormals, testRandom } from "../../gpu/testing.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { BLOCK_HOP, BLOCK_LEAD, BLOCK_LENGTH, BLOCK_PACKETS, blockCount } from "../blocks.ts";
import { cutBlocks } from "./cut-blocks.testing.ts";
import { findPackets } from "./detector.reference.ts";
import { createPreambleDetector } from "./detector.ts";

interface Options {
  pageBlocks?: number;
  firstOffset?: number;
  anchor?: number;
}

/** Runs the detector over a recording, page by page: the packets found, their starts in the recording. */
async function acquire(samples: Float64Array | Float32Array, { pageBlocks = 1, firstOffset, anchor }: Options = {}) {
  const device = await testDevice();
  const length = samples.length / 2;
  const memory = allocate(device);
  const page = memory.storage("samples", pageBlocks * BLOCK_LENGTH * 8);
  const plan = await createPreambleDetector(device, {
    blocks: pageBlocks,
    samples: page,
    firstBlock: 0,
    length,
    firstOffset,
    anchor,
  });
  const found: { start: number; T: number; index: number }[] = [];
  for (let firstBlock = 0; firstBlock < blockCount(length); firstBlock += pageBlocks) {
    device.queue.writeBuffer(page, 0, cutBlocks(samples, firstBlock, pageBlocks));
    plan.setPage({ firstBlock, length });
    await run(device, plan);
    const [bytes] = await readBack(device, [{ buffer: plan.packets, size: pageBlocks * BLOCK_PACKETS * 16 }]);
    const [integers, floats] = [new Int32Array(bytes), new Float32Array(bytes)];
    for (let slot = 0; slot < pageBlocks * BLOCK_PACKETS; slot++) {
      if (!integers[4 * slot + 1]) continue;
      const block = firstBlock + Math.floor(slot / BLOCK_PACKETS);
      found.push({
        start: block * BLOCK_HOP + integers[4 * slot] - BLOCK_LEAD,
        T: floats[4 * slot + 2],
        index: block * BLOCK_PACKETS + integers[4 * slot + 3],
      });
    }
  }
  plan.destroy();
  memory.release();
  return found;
}

/** Starts of the packets that lie whole in a recording. */
function wholePackets(firstOffset: number, length: number): number[] {
  const count = Math.floor((length - Math.ceil(firstOffset)) / PACKET_SAMPLES);
  return Array.from({ length: count }, (_, p) => firstOffset + p * PACKET_SAMPLES);
}

const link = (channel: string, seed: number): SimulatedRecording => ({
  source: seed % 2 ? "pn11" : "random",
  paths: NAMED_PATHS[channel],
  firstOffset: Math.floor(testRandom(seed)() * PACKET_SAMPLES),
  timing: 0,
  frequencyOffset: 0,
  phase: 1,
  noiseVariance: noiseVariance(receivedPower(NAMED_PATHS[channel]), 6),
  seed,
});

describe("acquisition at 6 dB", () => {
  it.each([
    { channel: "1", packets: 33.9, frequencyOffset: 0.04, seed: 11 },
    { channel: "2", packets: 12.5, frequencyOffset: -0.04, seed: 12 },
    { channel: "2", packets: 33.2, frequencyOffset: 0.013, seed: 13 },
    { channel: "3", packets: 1.99, frequencyOffset: -0.02, seed: 14 },
    { channel: "3", packets: 33.6, frequencyOffset: 0.04, seed: 15 },
  ])("finds every packet of $packets on channel $channel, $frequencyOffset rad/sample off", async (table) => {
    const { channel, packets, frequencyOffset, seed } = table;
    const config = { ...link(channel, seed), frequencyOffset };
    const length = Math.floor(packets * PACKET_SAMPLES);
    const samples = recording(config, 0, length);
    // A packet fades out; noise stays.
    const missing = Math.floor(packets / 2);
    const from = 2 * (config.firstOffset + missing * PACKET_SAMPLES);
    const noise = testNormals(seed, 2 * PACKET_SAMPLES).map((x) => x * Math.sqrt(config.noiseVariance / 2));
    samples.set(noise.subarray(0, Math.max(0, samples.length - from)), from);
    const starts = wholePackets(config.firstOffset, length);
    const expected = starts.flatMap((start, index) => (index === missing ? [] : [{ start, index }]));
    const { firstOffset } = config;
    const found = await acquire(samples, { firstOffset });
    expect(found.map(({ index }) => index)).toEqual(expected.map(({ index }) => index));
    for (const [i, { start }] of found.entries()) expect(Math.abs(start - expected[i].start)).toBeLessThanOrEqual(4);
    expect(found.map(({ start }) => start)).toEqual(findPackets(samples));
  });

  it("is not misled by packets cut off at both ends of a short recording", async () => {
    for (const [i, channel] of ["1", "2", "3"].entries()) {
      const config = { ...link(channel, 31 + i), firstOffset: -8 };
      const samples = recording(config, 0, 4 * PACKET_SAMPLES - 16);
      const found = await acquire(samples, { firstOffset: config.firstOffset });
      expect(found.map(({ index }) => index)).toEqual([1, 2]);
      for (const { start, index } of found) expect(Math.abs(start + 8 - index * PACKET_SAMPLES)).toBeLessThanOrEqual(4);
    }
  });

  it("finds a packet that starts with the recording and one that ends with it", async () => {
    for (const channel of ["1", "2", "3"]) {
      const config = { ...link(channel, 41), firstOffset: 0 };
      const found = await acquire(recording(config, 0, 2 * PACKET_SAMPLES), { firstOffset: 0 });
      expect(found.map(({ index }) => index)).toEqual([0, 1]);
      for (const { start, index } of found) expect(Math.abs(start - index * PACKET_SAMPLES)).toBeLessThanOrEqual(4);
    }
  });

  it("neither loses nor doubles the packets at a block's border, for any page size", async () => {
    // The chain is close to the wrap. Packet 0 lacks 0.6 samples at its start: it may be found or not.
    const config = { ...link("3", 21), firstOffset: -1, timing: 0.4 };
    const length = 44 * PACKET_SAMPLES;
    const samples = recording(config, 0, length);
    const found = await acquire(samples);
    const starts = wholePackets(PACKET_SAMPLES - 1, length);
    const later = found.filter(({ start }) => start > 4);
    expect(later.length).toBe(starts.length);
    for (const [i, { start }] of later.entries()) expect(Math.abs(start - starts[i])).toBeLessThanOrEqual(4);
    expect(await acquire(samples, { pageBlocks: 2 })).toEqual(found);
    expect(await acquire(samples, { anchor: 0 })).toEqual(found);
  });
});
