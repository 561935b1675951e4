import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testDevice, upload } from "../../gpu/testing.ts";
import { DOWN, LATENCY, UP } from "../../resampling/if-filter.ts";
import { createIfFrontEnd } from "../../resampling/if-front-end.ts";
import { packetBits } from "./bits.float64.ts";
import { finePhase } from "./modulator.reference.ts";

describe("resampling/if-front-end with SOQPSK-TG", () => {
  it("returns a packet, not conjugated, with correlation 0.999", async () => {
    const phase = finePhase(packetBits(0, { source: "random", seed: 5 }));
    const phaseAt = (bits: number) => {
      const step = Math.floor(20 * bits);
      return phase[step] + (20 * bits - step) * (phase[step + 1] - phase[step]);
    };
    const x = Float32Array.from({ length: 128 * DOWN }, (_, n) => {
      return Math.cos(2 * Math.PI * 0.75 * n + phaseAt((n * UP) / (2 * DOWN)));
    });
    const device = await testDevice();
    const plan = await createIfFrontEnd(device, { length: x.length, input: upload(device, x) });
    poison(device, plan.baseband);
    await run(device, plan);
    const y = await readFloats(device, plan.baseband, 2 * plan.outputs);
    plan.destroy();
    let [re, im, power] = [0, 0, 0];
    for (let m = 2 * LATENCY; m < y.length / 2; m++) {
      const s = phaseAt((m - LATENCY) / 2);
      re += y[2 * m] * Math.cos(s) + y[2 * m + 1] * Math.sin(s);
      im += y[2 * m + 1] * Math.cos(s) - y[2 * m] * Math.sin(s);
      power += y[2 * m] ** 2 + y[2 * m + 1] ** 2;
    }
    const correlation = Math.hypot(re, im) / Math.sqrt(power * (y.length / 2 - 2 * LATENCY));
    expect(correlation).toBeGreaterThan(0.999);
    expect(Math.abs(Math.atan2(im, re))).toBeLessThan(0.01);
  });
});
