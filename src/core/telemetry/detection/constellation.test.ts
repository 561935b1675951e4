import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, testRandom, upload } from "../../gpu/testing.ts";
import { PACKET_BITS } from "../packet.ts";
import { constellation } from "./constellation.reference.ts";
import { type ConstellationConfig, createConstellation, PACKET_POINTS } from "./constellation.ts";

describe("detection/constellation", () => {
  it.each([
    { slots: 1, points: PACKET_POINTS, sigma: 1, seed: 1 },
    { slots: 3, points: 1000, sigma: 0.1, seed: 2 },
    { slots: 32, points: 96, sigma: 1e-3, seed: 3 },
    { slots: 5, points: 1, sigma: 0, seed: 4 },
  ])("agrees with the reference: $slots packets, $points points, σ $sigma", async ({ slots, points, sigma, seed }) => {
    const device = await testDevice();
    const random = testRandom(seed);
    const noise = testNormals(seed + 10, 2 * slots * PACKET_BITS);
    const y = Float32Array.from(noise, (value) => (random() < 0.5 ? -0.8 : 0.8) + sigma * value);
    if (slots > 4) y.fill(0, 2 * PACKET_BITS, 4 * PACKET_BITS);
    const plan = await createConstellation(device, { slots, symbols: upload(device, y), points });
    poison(device, plan.points);
    poison(device, plan.moments);
    await run(device, plan);
    const kept = await readFloats(device, plan.points, 2 * slots * points);
    const moments = await readFloats(device, plan.moments, 2 * slots);
    for (let slot = 0; slot < slots; slot++) {
      const expected = constellation(y.subarray(2 * slot * PACKET_BITS, 2 * (slot + 1) * PACKET_BITS));
      const [mean, deviation] = moments.subarray(2 * slot, 2 * slot + 2);
      expect([...kept.subarray(2 * slot * points, 2 * (slot + 1) * points)]).toEqual(
        expected.points.slice(0, 2 * points),
      );
      expect(Math.abs(mean - expected.mean)).toBeLessThanOrEqual(2e-7 * expected.mean);
      // The mean's own rounding adds its square.
      expect(Math.abs(deviation - expected.deviation)).toBeLessThanOrEqual(1e-6 * expected.deviation + 1e-13);
    }
    plan.destroy();
  });

  it.each<[string, Partial<ConstellationConfig>]>([
    ["slots must be a positive integer, got 0", { slots: 0 }],
    ["slots must be a positive integer, got 1.5", { slots: 1.5 }],
    ["points must be an integer from 1 to 3072, got 0", { points: 0 }],
    ["points must be an integer from 1 to 3072, got 3073", { points: 3073 }],
  ])("refuses: %s", async (message, change) => {
    const device = await testDevice();
    const symbols = upload(device, new Float32Array(2 * PACKET_BITS));
    await expect(createConstellation(device, { slots: 1, symbols, points: 8, ...change })).rejects.toThrow(
      `detection/constellation: ${message}`,
    );
  });
});
