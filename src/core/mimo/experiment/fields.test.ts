import { expect, it } from "vitest";
import type { FieldName } from "../../configuration/fields.ts";
import { unusedChanges, wrongChanges } from "../../measurement/testing.ts";
import { MIMO, type MimoExperiment } from "./experiment.ts";
import { MIMO_USES } from "./uses.ts";
import { mimoSweep } from "./sweep.ts";

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
const others = {
  receiveAntennas: 3,
  snr: "9,13",
  ebn0: "4,5",
  candidates: 1,
  clip: 50,
  factor: 0.3,
  correlation: 0.8,
  decoder: "sum-product",
} as const;
/** Fields that matter in outer iterations, or to the trellis only. */
const LOOP: FieldName<MimoExperiment>[] = ["orders", "outer", "feedback", "messages", "lastDecoding", "stop"];

it("mimo: every field changes what its schema says", async () => {
  const names = (Object.keys(MIMO.fields) as FieldName<MimoExperiment>[]).filter((name) => !LOOP.includes(name));
  expect(await wrongChanges(mimoSweep, MIMO, base, others, names)).toEqual([]);
});

it("mimo: every field of the loop changes what its schema says", async () => {
  // Some frames end early, and some do not.
  const loop = MIMO.parse({ ...base, antennas: 3, detectors: ["mtt"], outer: "2", snr: "14" });
  expect(await wrongChanges(mimoSweep, MIMO, loop, { outer: "1" }, LOOP)).toEqual([]);
});

it.each([
  ["an uncoded link in white noise", { channel: "white", detectors: ["mmse"], code: "none" }, { outer: "2" }],
  ["a convolutional code and detectors without priors", { detectors: ["zf"], code: "bcc-100" }, { outer: "2" }],
  ["one outer iteration", { detectors: ["mmse-pic"], code: "wimax-576-1/2", iterations: 2 }, {}],
])("mimo: fields change no count where they have no use: %s", async (_what, given, change) => {
  const base = MIMO.parse({ antennas: 2, snr: "9", frames: 8, ...given });
  // These links refuse an early stop.
  const isTried = (name: string) => name !== "stop";
  const changes = { ...others, messages: "reset", ...change } as const;
  const { unused, wrong } = await unusedChanges(mimoSweep, MIMO, MIMO_USES, base, changes, isTried);
  expect(unused.length).toBeGreaterThan(4);
  expect(wrong).toEqual([]);
});
