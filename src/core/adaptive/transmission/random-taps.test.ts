import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice } from "../../gpu/testing.ts";
import { drawTaps } from "./random-taps.reference.ts";
import { createRandomTaps } from "./random-taps.ts";

describe("adaptive/random-taps", () => {
  it("equals the reference within 1e-6", async () => {
    const device = await testDevice();
    const amplitudes = Float32Array.of(0.8, 0.5, 0.3, 0.1);
    const plan = await createRandomTaps(device, { packets: 67, amplitudes, seed: 3 });
    plan.setFirstPacket(20);
    poison(device, plan.taps);
    await run(device, plan);
    const taps = await readFloats(device, plan.taps, 2 * 4 * 67);
    for (let p = 0; p < 67; p++) {
      const expected = drawTaps(20 + p, amplitudes, 3);
      const found = expected.map((_, i) => taps[2 * ((i >> 1) * 67 + p) + (i % 2)]);
      expect(errorDb(found, expected)).toBeLessThan(-120);
    }
    plan.destroy();
  });
});
