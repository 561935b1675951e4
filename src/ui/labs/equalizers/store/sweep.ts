import { create } from "zustand";
import { parseRange, type Scenario } from "#core/telemetry/experiment/scenario.ts";
import type { SweepConfig, SweepStep } from "#core/telemetry/experiment/sweep.ts";
import { lab } from "../../../kit/engine.ts";
import { createRunner, type Run } from "../../../kit/run.ts";
import { useScenario } from "./scenario.ts";
import type { SweepPlan } from "../link.ts";

interface SweepStore extends Run<SweepStep> {
  /** A new sweep begins whenever the scenario changes. */
  follow: boolean;
}

export const useSweep = create<SweepStore>()(() => ({ phase: "idle", follow: false }));

/** The sweep of a scenario. Its own Eb/N0 does not matter: each point has another. */
export function sweepConfig(scenario: Scenario, plan: SweepPlan): SweepConfig {
  const ebn0s = parseRange(plan.range);
  return { scenario: { ...scenario, ebn0: 0 }, ebn0s, stopErrors: plan.stopErrors, shard: { index: 1, count: 1 } };
}

export const sweepRunner = createRunner({
  get: useSweep.getState,
  set: (change: Partial<Run<SweepStep>>) => useSweep.setState(change),
  config() {
    const { scenario, sweep } = useScenario.getState();
    return sweepConfig(scenario, sweep);
  },
  ask: (start, onStep) => lab.sweep(start, onStep),
  failed: "The sweep could not go on.",
});

export function stopSweep(): void {
  void lab.stop();
}
