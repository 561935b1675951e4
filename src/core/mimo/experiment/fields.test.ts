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
    detectors: ["kbest", "mtt"],
    candidates: 4,
    clip: 2,
    code: "wimax-576-1/2",
    decoder: "min-sum",
    iterations: 4,
    outer: "2",
    frames: 24,
  });
  const others = {
    receiveAntennas: 3,
    snr: "9,13",
    ebn0: "4,5",
    candidates: 1,
    clip: 50,
    factor: 0.3,
    correlation: 0.8,
    outer: "1",
    decoder: "sum-product",
  } as const;
  // Only with priors do outer iterations change something.
  const waiting = ["orders", "schedule", "outer", "feedback", "messages"];
  const wrong = await wrongChanges(mimoSweep, MIMO, base, others);
  expect(wrong).toEqual(waiting.map((name) => `${name} changes no count`));
});
