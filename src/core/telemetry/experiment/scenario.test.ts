import { describe, expect, it } from "vitest";
import { structureOf } from "../../configuration/fields.ts";
import { otherValue } from "../../configuration/testing.ts";
import { readBack } from "../../gpu/readback.ts";
import { testDevice } from "../../gpu/testing.ts";
import { THREE_RAYS } from "../channel/rays.ts";
import { createLink, type Link } from "./link.ts";
import { type ScenarioFieldName, SCENARIO } from "./scenario.ts";

/** A scenario in which every field matters, except RLS's. */
const base = SCENARIO.parse({
  channel: "custom",
  rays: THREE_RAYS[1],
  packets: 2,
  cmaPasses: 1,
  equalizers: ["cma", "fde2", "lms", "dfe"],
});
/** RLS takes a software adapter as long as all others, so it runs for its field alone. */
const OF_RLS: readonly ScenarioFieldName[] = ["rlsForgetting"];
const NAMES = Object.keys(SCENARIO.fields) as ScenarioFieldName[];

/** All that a run of a link decides, of each equalizer. */
async function resultOf(device: GPUDevice, link: Link): Promise<Uint8Array[]> {
  const encoder = device.createCommandEncoder();
  for (const stage of link.stages) stage.encode(encoder);
  const buffers = link.receiver.branches.flatMap(({ symbols, decisions }) => [symbols, decisions]);
  const sources = [link.bits, ...buffers].map((buffer) => ({ buffer, size: buffer.size }));
  return (await readBack(device, sources, encoder)).map((bytes) => new Uint8Array(bytes));
}

const same = (a: Uint8Array[], b: Uint8Array[]) =>
  a.length === b.length && a.every((bytes, i) => Buffer.compare(bytes, b[i]) === 0);

describe("scenario", () => {
  it.each([
    { of: "the others", base, names: NAMES.filter((name) => !OF_RLS.includes(name)) },
    { of: "RLS", base: { ...base, equalizers: ["rls" as const] }, names: OF_RLS },
  ])(
    "sets each field that a running link may take, and builds another link for the others: fields of $of",
    async (case_) => {
      const { base, names } = case_;
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
