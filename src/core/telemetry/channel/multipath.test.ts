import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { BLOCK_BIT_ROWS, BLOCK_FIRST_ROW, BLOCK_HOP, BLOCK_LEAD, BLOCK_LENGTH, BLOCK_PACKETS } from "../blocks.ts";
import { packetBits } from "../soqpsk/bits.float64.ts";
import { PACKET_BITS, PACKET_SAMPLES, PACKET_WORDS } from "../packet.ts";
import { multipath } from "./multipath.float64.ts";
import { type MultipathConfig, createMultipath } from "./multipath.ts";
import type { Path } from "../../channel/paths.ts";
import { NAMED_PATHS } from "./rays.ts";

const EVERYTHING = 2 ** 31;

/** The rows of bits of one block, one after the other. */
function blockBits(block: number): Uint8Array {
  const first = block * BLOCK_PACKETS - BLOCK_FIRST_ROW;
  const bits = new Uint8Array(BLOCK_BIT_ROWS * PACKET_BITS);
  for (let row = 0; row < BLOCK_BIT_ROWS; row++) {
    bits.set(packetBits(first + row, { source: "random", seed: 41 }), row * PACKET_BITS);
  }
  return bits;
}

async function receive(config: Omit<MultipathConfig, "bits">): Promise<Float32Array[]> {
  const device = await testDevice();
  const words = new Uint32Array(config.blocks * BLOCK_BIT_ROWS * PACKET_WORDS);
  for (let b = 0; b < config.blocks; b++) {
    for (const [k, bit] of blockBits(config.firstBlock + b).entries()) {
      words[b * BLOCK_BIT_ROWS * PACKET_WORDS + (k >> 5)] |= bit << (k & 31);
    }
  }
  // Begins as something else, so that what the setters set is seen to count.
  const start = { firstBlock: 1, length: 1, paths: NAMED_PATHS["measured-4"], firstOffset: 1, timing: 0.1 };
  const plan = await createMultipath(device, { ...start, blocks: config.blocks, bits: upload(device, words) });
  plan.setPage(config);
  plan.setPropagation(config);
  poison(device, plan.samples);
  await run(device, plan);
  const samples = await readFloats(device, plan.samples, config.blocks * BLOCK_LENGTH * 2);
  plan.destroy();
  return Array.from({ length: config.blocks }, (_, b) =>
    samples.subarray(b * BLOCK_LENGTH * 2, (b + 1) * BLOCK_LENGTH * 2),
  );
}

const random = testRandom(42);
const uniform = (from: number, to: number) => from + (to - from) * random();
const scattered: Path[] = Array.from({ length: 16 }, () => ({
  gain: [uniform(-1, 1), uniform(-1, 1)],
  delay: uniform(-64, 64),
}));

describe("channel/multipath", () => {
  it.each([
    { name: "no multipath", paths: NAMED_PATHS.none, firstOffset: 0, timing: 0, firstBlock: 0 },
    { name: "three rays, half a sample late", paths: NAMED_PATHS["1"], firstOffset: 700, timing: 0.5, firstBlock: 3 },
    { name: "three rays, early", paths: NAMED_PATHS["3"], firstOffset: 12671, timing: -0.37, firstBlock: 5000 },
    { name: "measured taps", paths: NAMED_PATHS["measured-2"], firstOffset: 511, timing: 0, firstBlock: 0 },
    { name: "16 scattered paths, latest start", paths: scattered, firstOffset: 12671, timing: 0.5, firstBlock: 1 },
    { name: "16 scattered paths, earliest start", paths: scattered, firstOffset: 0, timing: -0.5, firstBlock: 1 },
  ])("equals the reference within 1e-6 of the gains: $name", async ({ paths, firstOffset, timing, firstBlock }) => {
    const [actual] = await receive({ blocks: 1, firstBlock, length: EVERYTHING, paths, firstOffset, timing });
    const from = firstBlock * BLOCK_HOP - BLOCK_LEAD;
    const origin = firstOffset + timing + (firstBlock * BLOCK_PACKETS - BLOCK_FIRST_ROW) * PACKET_SAMPLES;
    const expected = multipath(blockBits(firstBlock), origin, paths, from, from + BLOCK_LENGTH);
    const gains = paths.reduce((sum, { gain }) => sum + Math.hypot(...gain), 0);
    let worst = 0;
    for (let i = 2 * Math.max(0, -from); i < expected.length; i++)
      worst = Math.max(worst, Math.abs(actual[i] - expected[i]));
    expect(worst).toBeLessThan(1e-6 * gains);
  });

  it("gives overlapping blocks the same samples, and zeros outside the recording", async () => {
    const length = 2 * BLOCK_HOP - 1001;
    const propagation = { paths: NAMED_PATHS["2"], firstOffset: 12671, timing: 0.25 };
    const [a, b] = await receive({ blocks: 2, firstBlock: 0, length, ...propagation });
    expect(a.subarray(2 * BLOCK_HOP).join()).toBe(b.subarray(0, 2 * (BLOCK_LENGTH - BLOCK_HOP)).join());
    const zeros = (x: Float32Array) => x.every((value) => value === 0);
    const end = length - BLOCK_HOP + BLOCK_LEAD;
    expect(zeros(a.subarray(0, 2 * BLOCK_LEAD))).toBe(true);
    expect(zeros(b.subarray(2 * end))).toBe(true);
    expect(Math.hypot(a[2 * BLOCK_LEAD], a[2 * BLOCK_LEAD + 1])).toBeGreaterThan(0);
    expect(Math.hypot(b[2 * end - 2], b[2 * end - 1])).toBeGreaterThan(0);
  });

  it.each([
    [{ blocks: 0 }, "blocks must be a positive integer, got 0"],
    [{ length: -1 }, "length must be 0 to 2^44 samples, got -1"],
    [{ firstOffset: 12672 }, "firstOffset must be an integer from 0 to 12671, got 12672"],
    [{ firstOffset: 0.5 }, "firstOffset must be an integer from 0 to 12671, got 0.5"],
    [{ timing: 0.6 }, "timing must be −0.5 to 0.5 samples, got 0.6"],
    [{ paths: [] }, "paths must number 1 to 16, got 0"],
    [{ paths: [...scattered, ...scattered] }, "paths must number 1 to 16, got 32"],
    [{ paths: [{ gain: [1, Number.NaN], delay: 0 }] }, "a gain must be finite, got 1, NaN"],
    [{ paths: [{ gain: [1, 0], delay: 65 }] }, "a delay must be −64 to 64 samples, got 65"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const bits = upload(device, new Uint32Array(64));
    const valid = { blocks: 1, bits, firstBlock: 0, length: 1, paths: NAMED_PATHS.none, firstOffset: 0, timing: 0 };
    const config = { ...valid, ...change } as MultipathConfig;
    await expect(createMultipath(device, config)).rejects.toThrow(`channel/multipath: ${message}`);
  });
});
