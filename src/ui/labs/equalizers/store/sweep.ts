import { BER_SWEEP, type Scenario, type SweepConfig } from "#core/telemetry/experiment/scenario.ts";
import { equal } from "#core/configuration/equal.ts";
import { createSweep } from "../../../kit/sweep.ts";
import { useScenario } from "./scenario.ts";
import type { SweepPlan } from "../address.ts";

/** The sweep of a scenario. Each point replaces the scenario's own Eb/N0. */
export function sweepConfig(scenario: Scenario, plan: SweepPlan): SweepConfig {
  return BER_SWEEP.parse({ scenario: { ...scenario, ebn0: 0 }, ebn0s: plan.range, stopErrors: plan.stopErrors });
}

/** Returns the plan that gives a sweep of a file. The current range stays if it gives the same points. */
export function planOf({ scenario, ebn0s, stopErrors }: SweepConfig): SweepPlan {
  const { sweep: before } = useScenario.getState();
  const same = equal(sweepConfig(scenario, before).ebn0s, ebn0s);
  return { range: same ? before.range : String(ebn0s), stopErrors };
}

export const sweep = createSweep({
  experiment: "equalizers",
  of: useScenario,
  config: ({ scenario, sweep: plan }) => sweepConfig(scenario, plan),
  doing: "Sweeping Eb/N0",
  adopt(config) {
    const { ebn0 } = useScenario.getState().scenario;
    useScenario.setState({ scenario: { ...config.scenario, ebn0 }, sweep: planOf(config) });
  },
});
