import { expect, it } from "vitest";
import { unusedChanges, wrongChanges } from "../../measurement/testing.ts";
import { ADAPTIVE } from "./experiment.ts";
import { ADAPTIVE_USES } from "./uses.ts";
import { adaptiveSweep } from "./sweep.ts";
import type { FieldName } from "../../configuration/fields.ts";
import type { AdaptiveExperiment } from "./experiment.ts";

const SMALL = { symbols: 300, training: 100, packets: 3, forwardTaps: 9 };

const CODED = ["code", "information", "outer"] as const;

/** Fields that only one of the bases uses. */
const PULSE = ["rays", "rolloff", "samplingPhase", "samplesPerSymbol"] as FieldName<AdaptiveExperiment>[];

it("adaptive: every field of the discrete front end changes what its schema says", async () => {
  const base = ADAPTIVE.parse({
    ...SMALL,
    modulation: "bpsk",
    channel: "taps",
    response: "0.5;0.8;0.2j",
    ebn0: "4,6",
    equalizers: ["dfe", "lms", "dfe-rls", "cma", "mlse"],
    traceback: 2,
    switch: 150,
    learning: 30,
  });
  const others = {
    frontEnd: undefined,
    channel: "proakis-b",
    response: "0.5;0.8;0.3j",
    turns: undefined,
    normalize: "off" as const,
    ebn0: "4,7",
    esn0: "5",
    snr: "5",
    feedbackTaps: "1",
    delay: "5",
    start: "2",
    rlsUpdate: undefined,
    equalizers: ["dfe" as const],
  };
  // A prefix that is too short is refused, and a longer one changes nothing.
  const skipped = new Set<string>([
    ...PULSE,
    "frontEnd",
    "turns",
    "rlsUpdate",
    "block",
    "prefix",
    "drop",
    "keep",
    ...CODED,
  ]);
  const names = (Object.keys(ADAPTIVE.fields) as FieldName<AdaptiveExperiment>[]).filter((name) => !skipped.has(name));
  expect(await wrongChanges(adaptiveSweep, ADAPTIVE, base, others as never, names)).toEqual([]);
});

it("adaptive: every field of the pulse front end, turns, blocks, one-sided RLS and kept paths change what their schemas say", async () => {
  const pulse = ADAPTIVE.parse({ ...SMALL, frontEnd: "pulse", channel: "rays", ebn0: "4", equalizers: ["lms"] });
  const rays = [{ gainDb: 0, phaseDeg: 0, delay: 0.5 }];
  expect(await wrongChanges(adaptiveSweep, ADAPTIVE, pulse, { rays }, PULSE)).toEqual([]);
  const blocks = ADAPTIVE.parse({ ...SMALL, symbols: 384, ebn0: "4", equalizers: ["fde", "fde-overlap"] });
  expect(await wrongChanges(adaptiveSweep, ADAPTIVE, blocks, { block: "128", drop: 3 }, ["block", "drop"])).toEqual([]);
  const turning = ADAPTIVE.parse({ ...SMALL, symbols: 700, ebn0: "8", equalizers: ["rls"], forgetting: 0.93 });
  const others = { turns: "0;0.01" };
  expect(await wrongChanges(adaptiveSweep, ADAPTIVE, turning, others, ["turns", "rlsUpdate"])).toEqual([]);
  const coded = ADAPTIVE.parse({ ...SMALL, code: "convolutional:5,7", ebn0: "4", equalizers: ["map"] });
  const codes = { code: "convolutional:7,5", information: 200, outer: "2" };
  expect(await wrongChanges(adaptiveSweep, ADAPTIVE, coded, codes, [...CODED])).toEqual([]);
  const paths = ADAPTIVE.parse({ ...SMALL, symbols: 150, ebn0: "4", equalizers: ["m-algorithm"] });
  expect(await wrongChanges(adaptiveSweep, ADAPTIVE, paths, { keep: 1 }, ["keep"])).toEqual([]);
});

it("adaptive: fields change no count where they have no use", async () => {
  const base = ADAPTIVE.parse({ ...SMALL, ebn0: "4", equalizers: ["mmse"] });
  const rays = [{ gainDb: 0, phaseDeg: 0, delay: 0.5 }];
  const changes = { response: "1;0.4", rays, feedbackTaps: "2", start: "2", information: 200, outer: "2", step: 0.2 };
  const { unused, wrong } = await unusedChanges(adaptiveSweep, ADAPTIVE, ADAPTIVE_USES, base, changes);
  expect(unused).toEqual(Object.keys(ADAPTIVE_USES).filter((name) => name !== "normalize" && name !== "symbols"));
  expect(wrong).toEqual([]);
});
