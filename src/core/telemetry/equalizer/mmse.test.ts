import { describe, expect, it } from "vitest";
import { NAMED_PATHS } from "../channel/rays.ts";
import { errorDb, poison, readFloats, run, testDevice, upload } from "../../gpu/testing.ts";
import { createMmse } from "./mmse.ts";
import { EQUALIZER_TAPS } from "./taps.ts";
import { blockOfImpulses, tapsOf, testPacket } from "./testing.ts";
import { leastSquaresTaps } from "./normal.float64.ts";
import { relativeResidual } from "./residual.reference.ts";

const SLOTS = 32;

describe("equalizer/mmse", () => {
  it.each([
    { ebn0: 20, ridge: undefined, title: "with 2σ̂²" },
    { ebn0: 20, ridge: 1, title: "with σ̂², as the thesis prints it" },
    { ebn0: 6, ridge: undefined, title: "with 2σ̂²" },
  ])("has the float64 solution's taps on every named channel at $ebn0 dB, $title", async ({ ebn0, ridge }) => {
    const device = await testDevice();
    const channels = Object.keys(NAMED_PATHS);
    const packets = channels.map((channel, i) => testPacket(channel, ebn0, 40 + i));
    const noise = Float32Array.from({ length: SLOTS }, (_, slot) => packets[slot]?.noise ?? 0);
    const plan = await createMmse(device, {
      slots: SLOTS,
      impulse: upload(device, blockOfImpulses(packets.map(({ impulse }) => impulse))),
      noise: upload(device, noise),
      ridge,
    });
    poison(device, plan.taps);
    await run(device, plan);
    const taps = await readFloats(device, plan.taps, SLOTS * 2 * EQUALIZER_TAPS);
    for (const [slot, { impulse, noise }] of packets.entries()) {
      const c = tapsOf(taps, slot);
      const raised = (ridge ?? 2) * noise;
      expect(relativeResidual(impulse, raised, c), channels[slot]).toBeLessThan(1e-4);
      expect(errorDb(c, leastSquaresTaps(impulse, raised)), channels[slot]).toBeLessThan(20 * Math.log10(5e-3));
    }
    expect(taps.subarray(packets.length * 2 * EQUALIZER_TAPS).every((value) => value === 0)).toBe(true);
    plan.destroy();
  });

  it.each([
    [{ slots: -32 }, "equalizer/mmse: slots must be a positive multiple of 8, got -32"],
    [{ ridge: -2 }, "equalizer/mmse: ridge factor must be a number ≥ 0, got -2"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, blockOfImpulses([]));
    const config = { slots: SLOTS, impulse: buffer, noise: buffer, ...change };
    await expect(createMmse(device, config)).rejects.toThrow(message);
  });
});
