import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, testRandom, upload } from "../../gpu/testing.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { averageEstimates } from "./average.reference.ts";
import { createAverageEstimate } from "./average.ts";
import { CHANNEL_TAPS } from "./span.ts";

/** Estimates of one channel with a phase of each packet's own and noise; some slots have no packet. */
function testBlocks(blocks: number, share: number, lags: number, seed: number) {
  const random = testRandom(seed);
  const channel = testNormals(seed, 2 * CHANNEL_TAPS);
  return Array.from({ length: blocks * BLOCK_PACKETS }, (_, slot) => {
    const [cos, sin] = [Math.cos(7 * slot), Math.sin(7 * slot)];
    const lag = Math.round((2 * random() - 1) * lags);
    const noise = testNormals(seed + slot + 1, 2 * CHANNEL_TAPS);
    const impulse = Float32Array.from(noise, (x, i) => {
      const at = (i & ~1) + 2 * lag;
      const [re, im] = [channel[at] ?? 0, channel[at + 1] ?? 0];
      return (i % 2 ? re * sin + im * cos : re * cos - im * sin) + 0.3 * x;
    });
    return { impulse, noise: 0.1 + random(), lag, found: random() < share };
  });
}

async function average(packets: ReturnType<typeof testBlocks>) {
  const device = await testDevice();
  const slots = packets.length;
  const table = new Int32Array(4 * slots);
  const impulses = new Float32Array(2 * CHANNEL_TAPS * slots);
  for (const [slot, { impulse, lag, found }] of packets.entries()) {
    const place = slot % BLOCK_PACKETS;
    table.set([600 + place * PACKET_SAMPLES + lag, Number(found), 0, place], 4 * slot);
    if (found) impulses.set(impulse, 2 * CHANNEL_TAPS * slot);
  }
  const noise = Float32Array.from(packets, (packet) => (packet.found ? packet.noise : 0));
  const plan = await createAverageEstimate(device, {
    slots,
    packets: upload(device, table),
    impulse: upload(device, impulses),
    noise: upload(device, noise),
  });
  for (const buffer of [plan.impulse, plan.noise]) poison(device, buffer);
  await run(device, plan);
  const means = await readFloats(device, plan.impulse, 2 * CHANNEL_TAPS * slots);
  const variances = await readFloats(device, plan.noise, slots);
  plan.destroy();
  return Array.from(variances, (variance, slot) => ({
    impulse: means.slice(2 * CHANNEL_TAPS * slot, 2 * CHANNEL_TAPS * (slot + 1)),
    noise: variance,
  }));
}

describe("estimation/average", () => {
  it.each([
    { blocks: 1, share: 1, lags: 0, seed: 1 },
    { blocks: 2, share: 0.7, lags: 4, seed: 2 },
    { blocks: 1, share: 0.06, lags: 3, seed: 3 },
  ])("agrees with float64 within 1e-5: $share of the packets found, up to $lags samples off", async (given) => {
    const packets = testBlocks(given.blocks, given.share, given.lags, given.seed);
    const results = await average(packets);
    for (let block = 0; block < given.blocks; block++) {
      const slots = packets.map((_, slot) => slot).filter((slot) => Math.floor(slot / BLOCK_PACKETS) === block);
      const found = slots.filter((slot) => packets[slot].found);
      const expected = averageEstimates(found.map((slot) => packets[slot]));
      for (const slot of slots) {
        const { impulse = new Float64Array(2 * CHANNEL_TAPS), noise = 0 } = expected[found.indexOf(slot)] ?? {};
        const worst = Math.max(...results[slot].impulse.map((x, i) => Math.abs(x - impulse[i])));
        expect(worst).toBeLessThan(1e-5);
        expect(Math.abs(results[slot].noise - noise)).toBeLessThan(1e-5);
      }
    }
  });

  it("returns a packet's own estimate if it is alone, and zeros without a packet", async () => {
    const packets = testBlocks(1, 1, 0, 4).map((packet, slot) => ({ ...packet, found: slot === 20 }));
    const results = await average(packets);
    for (const [slot, { impulse, noise }] of results.entries()) {
      const own = slot === 20 ? packets[slot] : { impulse: new Float32Array(2 * CHANNEL_TAPS), noise: 0 };
      expect(noise).toBeCloseTo(own.noise, 5);
      expect(Math.max(...impulse.map((x, i) => Math.abs(x - own.impulse[i])))).toBeLessThan(1e-5);
    }
    const none = await average(packets.map((packet) => ({ ...packet, found: false })));
    expect(none.every(({ impulse, noise }) => noise === 0 && impulse.every((x) => x === 0))).toBe(true);
  });

  it("refuses an invalid number of slots", async () => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const config = { slots: 33, packets: buffer, impulse: buffer, noise: buffer };
    await expect(createAverageEstimate(device, config)).rejects.toThrow(
      "estimation/average: slots must be a positive multiple of 8, got 33",
    );
  });
});
