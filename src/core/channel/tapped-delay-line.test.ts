import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { applyDelayLine } from "./tapped-delay-line.reference.ts";
import { createDelayLine, instantsOf } from "./tapped-delay-line.ts";

interface Case {
  packets: number;
  length: number;
  slot: { length: number; lead: number };
  taps: number;
  shared?: boolean;
  spacing?: number;
}

describe("channel/tapped-delay-line", () => {
  it.each<Case>([
    { packets: 1, length: 5, slot: { length: 9, lead: 2 }, taps: 1 },
    { packets: 3, length: 401, slot: { length: 640, lead: 100 }, taps: 17 },
    { packets: 4, length: 300, slot: { length: 333, lead: 20 }, taps: 40, shared: true },
    { packets: 3, length: 401, slot: { length: 641, lead: 0 }, taps: 5, spacing: 80 },
    { packets: 2, length: 250, slot: { length: 300, lead: 7 }, taps: 3, spacing: 1, shared: true },
  ])("equals the reference: %j", async ({ packets, length, slot, taps, shared = false, spacing }) => {
    const device = await testDevice();
    const instants = spacing ? instantsOf(slot, spacing) : 1;
    const x = Float32Array.from(testNormals(length, 2 * packets * length));
    const gains = Float32Array.from(testNormals(taps, 2 * (shared ? 1 : packets) * instants * taps));
    const [samples, given] = [x, gains].map((values) => upload(device, values));
    const moving = spacing ? { instants, spacing } : undefined;
    const plan = await createDelayLine(device, { packets, samples, length, slot, taps, gains: given, shared, moving });
    poison(device, plan.output);
    await run(device, plan);
    const y = await readFloats(device, plan.output, 2 * packets * slot.length);
    plan.destroy();
    for (let p = 0; p < packets; p++) {
      const own = shared ? gains : gains.subarray(2 * p * instants * taps, 2 * (p + 1) * instants * taps);
      const sent = x.subarray(2 * p * length, 2 * (p + 1) * length);
      const expected = applyDelayLine(sent, { gains: own, taps, spacing: spacing ?? 1, ...slot, slot: slot.length });
      expect(errorDb(y.subarray(2 * p * slot.length, 2 * (p + 1) * slot.length), expected)).toBeLessThan(-125);
    }
  });

  it.each([
    [{ taps: 0 }, "taps must be a positive integer, got 0"],
    [{ slot: { length: 10, lead: -1 } }, "the slot's lead must be a whole number of samples, got -1"],
    [{ moving: { instants: 2, spacing: 5 } }, "a slot needs 3 instants of gains, got 2"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const [samples, gains] = [upload(device, new Float32Array(20)), upload(device, new Float32Array(8))];
    const config = { packets: 1, samples, length: 10, slot: { length: 10, lead: 0 }, taps: 1, gains, ...change };
    await expect(createDelayLine(device, config)).rejects.toThrow(`channel/tapped-delay-line: ${message}`);
  });
});
