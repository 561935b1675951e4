import { describe, expect, it } from "vitest";
import { errorDb, testDevice, upload } from "../../gpu/testing.ts";
import { constantModulus } from "./cma-direct.reference.ts";
import { createCmaDirect } from "./cma-direct.ts";
import { createCma } from "./cma.ts";
import { descend, testPacket } from "./testing.ts";
import { leastSquaresTaps } from "./normal.float64.ts";

const PASSES = 2;
const STEP = 0.06;

describe("equalizer/cma-direct", () => {
  it.each([
    { channel: "none", ebn0: 8, seed: 1 },
    { channel: "2", ebn0: 14, seed: 2 },
    { channel: "measured-8", ebn0: 20, seed: 3 },
  ])("steps as the sums in float64 do, and as the convolution does: $channel, $ebn0 dB", async (packet) => {
    const { window, impulse, noise } = testPacket(packet.channel, packet.ebn0, packet.seed);
    const initial = leastSquaresTaps(impulse, 2 * noise).map(Math.fround);
    const options = { initial: [initial], step: STEP, passes: PASSES };
    const device = await testDevice();
    const [direct, empty] = await descend(device, createCmaDirect, [window], options);
    const [convolution] = await descend(device, createCma, [window], options);

    let expected = initial;
    for (let pass = 0; pass < PASSES; pass++) {
      const { cost, gradient } = constantModulus(window, expected);
      expect(direct.costs[pass] / cost).toBeCloseTo(1, 5);
      expected = expected.map((value, i) => value - STEP * gradient[i]);
    }
    expect(errorDb(direct.taps, expected)).toBeLessThan(-120);
    expect(errorDb(direct.taps, convolution.taps)).toBeLessThan(-120);
    expect(empty.taps.every((value) => value === 0)).toBe(true);
    expect(empty.costs).toEqual([0, 0]);
  });

  it("refuses a negative step", async () => {
    const device = await testDevice();
    const buffer = upload(device, new Uint32Array(128));
    const config = { slots: 32, packets: buffer, window: buffer, step: -0.1 };
    await expect(createCmaDirect(device, config)).rejects.toThrow(
      "equalizer/cma-direct: step must be a number ≥ 0, got -0.1",
    );
  });
});
