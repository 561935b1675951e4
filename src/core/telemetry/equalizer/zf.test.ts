import { describe, expect, it } from "vitest";
import { NAMED_PATHS } from "../channel/rays.ts";
import { convolve } from "../../convolution/direct.reference.ts";
import { errorDb, poison, readFloats, run, testDevice, upload } from "../../gpu/testing.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS } from "../estimation/span.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "./taps.ts";
import { blockOfImpulses, tapsOf, testPacket } from "./testing.ts";
import { leastSquaresTaps } from "./normal.float64.ts";
import { relativeResidual } from "./residual.reference.ts";
import { createZeroForcing } from "./zf.ts";

const SLOTS = 32;

async function zeroForcing(impulses: readonly Float64Array[]): Promise<Float32Array> {
  const device = await testDevice();
  const impulse = upload(device, blockOfImpulses(impulses));
  const plan = await createZeroForcing(device, { slots: SLOTS, impulse });
  poison(device, plan.taps);
  await run(device, plan);
  const taps = await readFloats(device, plan.taps, SLOTS * 2 * EQUALIZER_TAPS);
  plan.destroy();
  return taps;
}

describe("equalizer/zf", () => {
  // Condition numbers reach 1e6: 20 of float32's 24 bits are lost.
  it.each([
    { ebn0: 40, tolerance: 1e-3 },
    { ebn0: 20, tolerance: 3e-2 },
  ])("has the float64 solution's taps on every named channel at $ebn0 dB", async ({ ebn0, tolerance }) => {
    const channels = Object.keys(NAMED_PATHS);
    const impulses = channels.map((channel, i) => testPacket(channel, ebn0, 10 + i).impulse);
    const taps = await zeroForcing(impulses);
    for (const [slot, h] of impulses.entries()) {
      const c = tapsOf(taps, slot);
      expect(relativeResidual(h, 0, c), channels[slot]).toBeLessThan(1e-4);
      expect(errorDb(c, leastSquaresTaps(h, 0)), channels[slot]).toBeLessThan(20 * Math.log10(tolerance));
    }
  });

  it("inverts the channel: ĥ ∗ c is one sample", async () => {
    const { impulse } = testPacket("measured-6", 40, 5);
    const c = Float64Array.from(tapsOf(await zeroForcing([impulse]), 0));
    const grid = { origin: 0, outputLength: CHANNEL_TAPS + EQUALIZER_TAPS - 1, decimation: 1 };
    const expected = new Float64Array(2 * grid.outputLength);
    expected[2 * (CHANNEL_PRECURSORS + PRECURSORS)] = 1;
    expect(errorDb(convolve(impulse, c, 0, grid), expected)).toBeLessThan(-20);
  });

  it("refuses 16 slots", async () => {
    const device = await testDevice();
    const config = { slots: 12, impulse: upload(device, blockOfImpulses([])) };
    await expect(createZeroForcing(device, config)).rejects.toThrow(
      "equalizer/zf: slots must be a positive multiple of 8, got 12",
    );
  });
});
