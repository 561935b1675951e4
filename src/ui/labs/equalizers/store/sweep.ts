import { create } from "zustand";
import type { SweepStep } from "#core/measurement/sweep.ts";
import { AUTO_EBN0, type Scenario } from "#core/telemetry/experiment/scenario.ts";
import { readPoints } from "#core/configuration/fields.ts";
import type { SweepConfig, SweepPoint } from "#core/telemetry/experiment/sweep.ts";
import { lab } from "../../../kit/engine.ts";
import { createRunner, type Run } from "../../../kit/run.ts";
import { useScenario } from "./scenario.ts";
import type { SweepPlan } from "../link.ts";

/** What a sweep of the equalizers says after each page. */
type EqualizerStep = SweepStep<SweepConfig, SweepPoint>;

interface SweepStore extends Run<EqualizerStep> {
  /** A new sweep begins whenever the scenario changes. */
  follow: boolean;
}

export const useSweep = create<SweepStore>()(() => ({ phase: "idle", follow: false }));

/** The sweep of a scenario. Its own Eb/N0 does not matter: each point has another. */
export function sweepConfig(scenario: Scenario, plan: SweepPlan): SweepConfig {
  const points = readPoints(plan.range, AUTO_EBN0);
  const ebn0s = Array.isArray(points) ? points : plan.range;
  return { scenario: { ...scenario, ebn0: 0 }, ebn0s, stopErrors: plan.stopErrors };
}

export const sweepRunner = createRunner({
  get: useSweep.getState,
  set: (change: Partial<Run<EqualizerStep>>) => useSweep.setState(change),
  config() {
    const { scenario, sweep } = useScenario.getState();
    return sweepConfig(scenario, sweep);
  },
  ask: (start, onStep) => lab.run("equalizers", "sweep", start, onStep),
  failed: "The sweep could not go on.",
});

export function stopSweep(): void {
  void lab.stop();
}
