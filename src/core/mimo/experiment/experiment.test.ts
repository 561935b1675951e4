import { describe, expect, it } from "vitest";
import { frameOf, MIMO, mimoNoiseVariance } from "./experiment.ts";
import { interleaverOf } from "./chain.ts";
import { NOTHING } from "../../codes/interleaving/order.ts";

describe("experiments/mimo/experiment", () => {
  it.each([
    [{ qam: "32" }, "qam must be one of 4, 16, 64, 256"],
    [{ antennas: 9 }, "antennas must be a whole number from 1 to 8"],
    [{ code: "wimax-2305-1/2" }, "code must be one of none, wimax-576-1/2"],
    [{ detectors: ["sphere"] }, "detectors must be one or more of zf, mmse"],
    [{ detectors: ["max-log"], antennas: 4, qam: "64" }, "mimo: max-log does not support these sizes: "],
    [{ correlation: 1 }, "correlation must be a number from 0 to 0.99"],
  ])("refuses %o", (given, message) => {
    expect(() => MIMO.parse(given)).toThrow(message);
  });

  it.each([
    [
      { antennas: 4, qam: "16", code: "wimax-2304-1/2" },
      { information: 1152, coded: 2304, uses: 144, sent: 2304 },
    ],
    [
      { antennas: 3, qam: "64", code: "wimax-576-1/2" },
      { information: 288, coded: 576, uses: 32, sent: 576 },
    ],
    [
      { antennas: 5, qam: "16", code: "none" },
      { information: 2304, coded: 2304, uses: 116, sent: 2320 },
    ],
  ])("splits frames of %o into channel uses", (given, expected) => {
    expect(frameOf(MIMO.parse({ detectors: ["zf"], ...given }))).toMatchObject(expected);
  });

  it("shares the power among the streams", () => {
    expect(mimoNoiseVariance({ antennas: 2 }, 18)).toBeCloseTo(0.031697865, 8);
  });

  it("interleaves each bit once, far from its neighbours", () => {
    const order = interleaverOf({ coded: 2304, sent: 2320 });
    expect([...order.subarray(2304)]).toEqual(Array.from({ length: 16 }, () => NOTHING));
    expect(new Set(order.subarray(0, 2304)).size).toBe(2304);
    const steps = Array.from({ length: 2303 }, (_, i) => Math.abs(order[i + 1] - order[i]));
    expect(steps.filter((step) => step < 24).length).toBeLessThan(100);
  });
});
