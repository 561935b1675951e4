import { describe, expect, it } from "vitest";
import { structureOf } from "../../configuration/fields.ts";
import { otherValue } from "../../configuration/testing.ts";
import { readBack } from "../../gpu/readback.ts";
import { testDevice } from "../../gpu/testing.ts";
import { THREE_RAYS } from "../channel/rays.ts";
import { createLink, type Link } from "./link.ts";
import { type EqualizerName, type ScenarioFieldName, SCENARIO } from "./scenario.ts";

/** A scenario in which every field matters, with one equalizer. */
const baseOf = (equalizer: EqualizerName) =>
  SCENARIO.parse({
    channel: "custom",
    rays: THREE_RAYS[1],
    packets: equalizer === "rls" ? 1 : 2,
    cmaPasses: 1,
    equalizers: [equalizer],
  });

/** The fields of each equalizer. Each that decides bits itself has its own loop. */
const OF_ONE = {
  cma: ["cmaPasses", "cmaStep", "cmaStart", "noiseFactor"],
  lms: ["lmsStep", "loop"],
  rls: ["rlsForgetting", "loop"],
  dfe: ["dfeBits", "noiseFactor", "loop"],
} as const satisfies Partial<Record<EqualizerName, readonly ScenarioFieldName[]>>;
const own = new Set<ScenarioFieldName>(Object.values(OF_ONE).flat());
own.delete("loop");
const others = (Object.keys(SCENARIO.fields) as ScenarioFieldName[]).filter((name) => !own.has(name));
const CASES: [EqualizerName, readonly ScenarioFieldName[]][] = [
  ["fde2", others],
  ...(Object.entries(OF_ONE) as [EqualizerName, readonly ScenarioFieldName[]][]),
];

/** All that a run of a link decides, of each equalizer. */
async function resultOf(device: GPUDevice, link: Link): Promise<Uint8Array[]> {
  const encoder = device.createCommandEncoder();
  for (const stage of link.stages) stage.encode(encoder);
  const buffers = link.receiver.branches.flatMap(({ symbols, decisions }) => [symbols, decisions]);
  return (await readBack(device, [link.bits, ...buffers], encoder)).map((bytes) => new Uint8Array(bytes));
}

const same = (a: Uint8Array[], b: Uint8Array[]) =>
  a.length === b.length && a.every((bytes, i) => Buffer.compare(bytes, b[i]) === 0);

describe("scenario", () => {
  it.each(CASES)(
    "sets each field that a running link may take, and builds another link for the others: %s",
    async (equalizer, names) => {
      const base = baseOf(equalizer);
      const device = await testDevice();
      const link = await createLink(device, { scenario: base, blocks: 1 });
      const before = await resultOf(device, link);
      for (const name of names) {
        const scenario = SCENARIO.parse({ ...base, [name]: otherValue(SCENARIO.fields[name], base[name]) });
        const sets = SCENARIO.fields[name].change === "set";
        expect(structureOf(SCENARIO, scenario) === structureOf(SCENARIO, base), name).toBe(sets);
        const other = sets ? link : await createLink(device, { scenario, blocks: 1 });
        other.setScenario(scenario);
        expect(same(await resultOf(device, other), before), `${name} without effect`).toBe(false);
        if (sets) link.setScenario(base);
        else other.destroy();
      }
      expect(same(await resultOf(device, link), before), "the first scenario again").toBe(true);
      link.destroy();
    },
  );
});
