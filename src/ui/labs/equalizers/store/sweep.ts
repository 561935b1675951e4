import { AUTO_EBN0, type Scenario } from "#core/telemetry/experiment/scenario.ts";
import { readPoints } from "#core/configuration/fields.ts";
import type { SweepConfig } from "#core/telemetry/experiment/sweep.ts";
import { createRunner } from "../../../kit/run.ts";
import { useScenario } from "./scenario.ts";
import type { SweepPlan } from "../link.ts";

/** The sweep of a scenario. Each point replaces the scenario's own Eb/N0. */
export function sweepConfig(scenario: Scenario, plan: SweepPlan): SweepConfig {
  const points = readPoints(plan.range, AUTO_EBN0);
  const ebn0s = Array.isArray(points) ? points : plan.range;
  return { scenario: { ...scenario, ebn0: 0 }, ebn0s, stopErrors: plan.stopErrors };
}

export const sweep = createRunner({
  experiment: "equalizers",
  run: "sweep",
  of: useScenario,
  config: ({ scenario, sweep: plan }) => sweepConfig(scenario, plan),
  doing: "Sweeping Eb/N0",
  failed: "The sweep failed.",
});
