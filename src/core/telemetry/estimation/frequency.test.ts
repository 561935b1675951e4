import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, testRandom, upload } from "../../gpu/testing.ts";
import { BLOCK_LENGTH, BLOCK_PACKETS } from "../blocks.ts";
import { knownWaveform } from "../soqpsk/known-waveform.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { estimateFrequency } from "./frequency.float64.ts";
import { type Averaging, createFrequencyEstimate } from "./frequency.ts";

/** Preambles in noise, each with its own frequency offset; some slots have none. */
function testBlocks(blocks: number, offset: () => number, sigma: number, seed: number) {
  const random = testRandom(seed);
  const samples = Float32Array.from(testNormals(seed, 2 * blocks * BLOCK_LENGTH), (x) => sigma * x);
  const table = new Int32Array(4 * blocks * BLOCK_PACKETS);
  const packets = Array.from({ length: blocks * BLOCK_PACKETS }, (_, slot) => {
    const [block, place] = [Math.floor(slot / BLOCK_PACKETS), slot % BLOCK_PACKETS];
    const start = 444 + Math.floor(random() * 12800) + place * PACKET_SAMPLES;
    const found = random() < 0.8;
    const omega = offset();
    for (let n = 0; n < 256; n++) {
      const [cos, sin] = [Math.cos(omega * n + slot), Math.sin(omega * n + slot)];
      const [x, y] = knownWaveform.subarray(2 * n, 2 * n + 2);
      samples[2 * (block * BLOCK_LENGTH + start + n)] += x * cos - y * sin;
      samples[2 * (block * BLOCK_LENGTH + start + n) + 1] += x * sin + y * cos;
    }
    table.set([start, Number(found), 0, place], 4 * slot);
    return { start: block * BLOCK_LENGTH + start, found, omega };
  });
  return { samples, table, packets };
}

async function estimate(samples: Float32Array<ArrayBuffer>, table: Int32Array<ArrayBuffer>, averaging: Averaging) {
  const device = await testDevice();
  const slots = table.length / 4;
  const buffers = { samples: upload(device, samples), packets: upload(device, table) };
  const plan = await createFrequencyEstimate(device, { slots, averaging, ...buffers });
  poison(device, plan.frequency);
  await run(device, plan);
  const frequency = await readFloats(device, plan.frequency, slots);
  plan.destroy();
  return [...frequency];
}

describe("estimation/frequency", () => {
  const random = testRandom(1);
  it.each([
    { blocks: 1, sigma: 0, range: 0.09, seed: 1 },
    { blocks: 2, sigma: 0.3, range: 0.04, seed: 2 },
    { blocks: 1, sigma: 30, range: 0, seed: 3 },
  ])("agrees with float64 within 1e-7 rad/sample, noise $sigma", async ({ blocks, sigma, range, seed }) => {
    const { samples, table, packets } = testBlocks(blocks, () => (2 * random() - 1) * range, sigma, seed);
    const recording = Float64Array.from(samples);
    const expected = packets.map(({ start, found }) => (found ? estimateFrequency(recording, start) : 0));
    const own = await estimate(samples, table, "packet");
    const worst = Math.max(...own.map((omega, slot) => Math.abs(omega - expected[slot])));
    expect(worst).toBeLessThan(1e-7);
    if (sigma === 0) {
      const errors = own.map((omega, slot) => (packets[slot].found ? omega - packets[slot].omega : 0));
      expect(Math.max(...errors.map(Math.abs))).toBeLessThan(1e-5);
    }
    const averaged = await estimate(samples, table, "batch");
    for (let block = 0; block < blocks; block++) {
      const slots = packets.map((_, slot) => slot).filter((slot) => Math.floor(slot / BLOCK_PACKETS) === block);
      const found = slots.filter((slot) => packets[slot].found);
      const mean = found.reduce((sum, slot) => sum + expected[slot], 0) / found.length;
      for (const slot of slots) {
        expect(Math.abs(averaged[slot] - (packets[slot].found ? mean : 0))).toBeLessThan(1e-7);
      }
    }
  });

  it("gives zeros to a block without packets", async () => {
    const { samples, table } = testBlocks(1, () => 0.01, 1, 4);
    for (let slot = 0; slot < BLOCK_PACKETS; slot++) table[4 * slot + 1] = 0;
    expect(await estimate(samples, table, "batch")).toEqual(Array.from({ length: BLOCK_PACKETS }, () => 0));
  });

  it.each([
    [{ slots: 31 }, "slots must be a positive multiple of 8, got 31"],
    [{ averaging: "none" as Averaging }, 'averaging must be "packet" or "batch", got "none"'],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(256));
    const config = { slots: 32, samples: buffer, packets: buffer, averaging: "packet" as const, ...change };
    await expect(createFrequencyEstimate(device, config)).rejects.toThrow(`estimation/frequency: ${message}`);
  });
});
