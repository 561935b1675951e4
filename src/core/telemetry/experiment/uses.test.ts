import { expect, it } from "vitest";
import { otherValue } from "../../configuration/testing.ts";
import { testGpu } from "../../gpu/testing.ts";
import { createLink } from "./link.ts";
import { parseScenario, SCENARIO, type Scenario, type ScenarioFieldName } from "./scenario.ts";
import { SCENARIO_USES } from "./uses.ts";

async function errorsOf(scenario: Scenario): Promise<string> {
  const link = await createLink((await testGpu()).device, { scenario, blocks: 1 });
  link.setPage({ firstBlock: 0, ebn0: 6 });
  const errors = await link.run();
  link.destroy();
  return JSON.stringify(errors);
}

it.each([
  [{ equalizers: ["none"], channel: "2" }, 10],
  [{ equalizers: ["cma"], cmaStart: "blind", cmaPasses: 2, channel: "2" }, 7],
])("fields change no error where they have no use: %o", async (given, count) => {
  const base = parseScenario({ packets: 4, ...given });
  const unused = (Object.keys(SCENARIO_USES) as ScenarioFieldName[]).filter((name) => !SCENARIO_USES[name]?.when(base));
  expect(unused).toHaveLength(count);
  const changes = unused.map((name) => [name, otherValue(SCENARIO.fields[name], base[name])]);
  // All at once: a single effect would change the errors.
  const changed = parseScenario({ ...base, ...Object.fromEntries(changes) });
  expect(await errorsOf(changed)).toBe(await errorsOf(base));
});

it("says what needs the noise's variance", () => {
  const needs = (given: object) => SCENARIO_USES.noiseFactor!.when(parseScenario(given));
  for (const equalizer of ["mmse", "fde1", "lms", "rls", "dfe", "cma"])
    expect(needs({ equalizers: [equalizer] })).toBe(true);
  for (const equalizer of ["none", "zf", "fde2"]) expect(needs({ equalizers: [equalizer] })).toBe(false);
});
