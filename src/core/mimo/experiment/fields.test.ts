import { expect, it } from "vitest";
import { wrongChanges } from "../../measurement/testing.ts";
import { MIMO } from "./experiment.ts";
import { mimoSweep } from "./sweep.ts";

it("mimo: every field changes what its schema says", async () => {
  const base = MIMO.parse({
    antennas: 2,
    qam: "16",
    correlation: 0.3,
    snr: "9,12",
    detectors: ["kbest"],
    candidates: 4,
    clip: 2,
    code: "wimax-576-1/2",
    decoder: "min-sum",
    iterations: 4,
    frames: 24,
  });
  const others = { snr: "9,13", candidates: 1, clip: 50, factor: 0.3, correlation: 0.8 };
  expect(await wrongChanges(mimoSweep, MIMO, base, others)).toEqual([]);
});
