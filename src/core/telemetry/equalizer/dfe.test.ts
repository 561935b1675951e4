import { describe, expect, it } from "vitest";
import { convolve } from "../../convolution/direct.reference.ts";
import { errorDb, testDevice, testNormals, testRandom, upload } from "../../gpu/testing.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { FIRST_ORDER_LOOP, loopGains, NO_LOOP } from "../detection/loop.ts";
import { KNOWN_BITS, PACKET_BITS } from "../packet.ts";
import { packetBits } from "../soqpsk/bits.float64.ts";
import { decideWithFeedback } from "./dfe.reference.ts";
import { decisionFeedbackTaps } from "./dfe-taps.reference.ts";
import { createDfe, createFeedbackDetector } from "./dfe.ts";
import { FORWARD_PRECURSORS } from "./taps.ts";
import { blockOfImpulses, decide, testPacket } from "./testing.ts";

const SLOTS = 32;

/** Samples whose bits are clear once the feedback is added, with crosstalk and noise. */
function samplesOf(seed: number, noise: number): Float64Array {
  const random = testRandom(seed);
  return testNormals(seed, 2 * PACKET_BITS).map((value) => Math.fround((random() < 0.5 ? 0.9 : -0.9) + noise * value));
}

describe("equalizer/dfe", () => {
  it.each([
    { bits: 6, loop: loopGains() },
    { bits: 16, loop: FIRST_ORDER_LOOP },
    { bits: 2, loop: NO_LOOP },
    { bits: 0, loop: NO_LOOP },
  ])("decides as the reference, $bits bits fed back", async ({ bits, loop }) => {
    const device = await testDevice();
    const slots = 40;
    const inputs = new Map([0, 31, 33].map((slot) => [slot, samplesOf(slot + 1, 0.2)]));
    const random = testRandom(9);
    const pairs = Array.from({ length: slots }, () =>
      Array.from({ length: bits }, (_, j) => {
        return [random() - 0.5, j + 2 < bits ? 0.2 * (random() - 0.5) : 0].map((value) =>
          Math.fround(0.5 ** j * value),
        );
      }),
    );
    const filtered = new Float32Array(slots * 2 * PACKET_BITS);
    for (const [slot, y] of inputs) filtered.set(y, slot * y.length);
    const feedback = upload(device, Float32Array.from([...pairs.flat(2), 0, 0]));
    const plan = await createFeedbackDetector(device, { slots, filtered: upload(device, filtered), feedback, bits });
    plan.setLoop(loop);
    const results = await decide(device, plan, slots);
    for (const [slot, y] of inputs) {
      const taps = { bits: pairs[slot].map(([b]) => b), products: pairs[slot].map(([, c]) => c) };
      const expected = decideWithFeedback(y, taps, loop);
      expect(results[slot].bits, `slot ${slot}`).toEqual(expected.bits);
      if (slot < 32) expect(errorDb(results[slot].symbols, expected.symbols)).toBeLessThan(-80);
    }
    plan.destroy();
  });

  it("has fewer errors than without feedback, more than with a genie, and none without noise", async () => {
    const device = await testDevice();
    const packets = [testPacket("3", 9, 1), testPacket("2", 40, 2)];
    const windows = new Float32Array(SLOTS * 2 * WINDOW_LENGTH);
    for (const [slot, { window }] of packets.entries()) windows.set(window, slot * window.length);
    const config = {
      slots: SLOTS,
      window: upload(device, windows),
      impulse: upload(device, blockOfImpulses(packets.map(({ impulse }) => impulse))),
      noise: upload(
        device,
        Float32Array.from({ length: SLOTS }, (_, slot) => packets[slot]?.noise ?? 0),
      ),
    };
    const sent = [1, 2].map((seed) => packetBits(0, { source: "random", seed }));
    const wrong = (bits: readonly number[], slot: number) =>
      bits.filter((bit, k) => k >= KNOWN_BITS && bit !== sent[slot][k]).length;
    const counts: number[] = [];
    for (const feedback of [0, 6]) {
      const plan = await createDfe(device, { ...config, feedback });
      const results = await decide(device, plan, SLOTS);
      counts.push(wrong(results[0].bits, 0));
      expect(wrong(results[1].bits, 1)).toBe(0);
      for (const [slot, packet] of packets.entries()) {
        const { forward, ...taps } = decisionFeedbackTaps(packet.impulse, Math.max(1e-4, packet.noise), feedback);
        const grid = { origin: WINDOW_ORIGIN, outputLength: PACKET_BITS, decimation: 2 };
        const y = convolve(packet.window, forward, FORWARD_PRECURSORS, grid);
        expect(results[slot].bits).toEqual(decideWithFeedback(y, taps, loopGains()).bits);
        if (slot === 0 && feedback) counts.push(wrong(decideWithFeedback(y, taps, loopGains(), sent[0]).bits, 0));
      }
      for (const { bits } of results.slice(2)) expect(bits.slice(KNOWN_BITS).every((bit) => bit === 0)).toBe(true);
      plan.destroy();
    }
    const [linear, own, genie] = counts;
    expect(genie).toBeGreaterThan(0);
    expect(genie).toBeLessThan(own);
    expect(own).toBeLessThan(linear / 1.5);
  });

  it("refuses what it cannot run, with the reason", async () => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(4));
    const config = { slots: 8, filtered: buffer, feedback: buffer, bits: 6 };
    for (const [change, message] of [
      [{ slots: 0 }, "slots must be a positive multiple of 8, got 0"],
      [{ bits: 17 }, "bits must be an integer from 0 to 16, got 17"],
      [{ loop: { k1: 0, k2: -1 } }, "k2 must be a number ≥ 0, got -1"],
    ] as const) {
      await expect(createFeedbackDetector(device, { ...config, ...change })).rejects.toThrow(
        `equalizer/dfe: ${message}`,
      );
    }
  });
});
