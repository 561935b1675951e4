import { create } from "zustand";
import { parseRange, type Scenario } from "#core/experiments/scenario.ts";
import type { SweepConfig, SweepStep } from "#core/experiments/sweep.ts";
import { describeFailure, type Failure } from "./failure.ts";
import { isWorkerLoss, lab } from "./lab.ts";
import { useScenario } from "./scenario.ts";
import type { SweepPlan } from "./url.ts";

interface SweepStore {
  /** "stopped" keeps what was done and can go on; "interrupted" does so by itself when the worker is back. */
  phase: "idle" | "running" | "stopped" | "interrupted" | "finished" | "failed";
  step?: SweepStep;
  /** Milliseconds to the end, from the progress so far. */
  remainingMs?: number;
  /** Milliseconds of the last run. */
  ms?: number;
  failure?: Failure;
  /** A new sweep begins whenever the scenario changes. */
  follow: boolean;
}

export const useSweep = create<SweepStore>()(() => ({ phase: "idle", follow: false }));

/** The sweep of a scenario. Its own Eb/N0 does not matter: each point has another. */
export function sweepConfig(scenario: Scenario, plan: SweepPlan): SweepConfig {
  const ebn0s = parseRange(plan.range);
  return { scenario, ebn0s, stopErrors: plan.stopErrors, shard: { index: 1, count: 1 } };
}

/** True when the points shown are another scenario's. */
export function isStale(config: SweepConfig | undefined, scenario: Scenario, plan: SweepPlan): boolean {
  if (!config) return false;
  const wanted = sweepConfig(scenario, plan);
  const identity = (sweep: SweepConfig) => JSON.stringify({ ...sweep, scenario: { ...sweep.scenario, ebn0: 0 } });
  return identity(config) !== identity(wanted);
}

/** Counts runs, so that a run which was overtaken says no more. */
let runs = 0;

/** Begins the sweep of the scenario in force; or goes on where the last one was stopped. */
export async function runSweep({ resume = false } = {}): Promise<void> {
  const { scenario, sweep: plan } = useScenario.getState();
  const mine = ++runs;
  const start = performance.now();
  const from = resume ? useSweep.getState().step : undefined;
  const begun = from?.progress ?? 0;
  useSweep.setState({ phase: "running", step: from, remainingMs: undefined, failure: undefined });
  try {
    await lab.sweep(from?.state ?? sweepConfig(scenario, plan), (step) => {
      if (mine !== runs) return;
      const ms = performance.now() - start;
      const share = step.progress - begun;
      const remainingMs = share > 0 ? (ms * (1 - step.progress)) / share : undefined;
      useSweep.setState({ step, remainingMs, ms, phase: step.done ? "finished" : "running" });
    });
    if (mine === runs && useSweep.getState().phase === "running") useSweep.setState({ phase: "stopped" });
  } catch (error) {
    if (mine !== runs) return;
    if (isWorkerLoss(error)) useSweep.setState({ phase: "interrupted" });
    else useSweep.setState({ phase: "failed", failure: describeFailure("The sweep could not go on.", error) });
  }
}

export function stopSweep(): void {
  void lab.stop();
}

/** Space: runs, stops, goes on. */
export function toggleSweep(): void {
  const { phase, step } = useSweep.getState();
  const { scenario, sweep } = useScenario.getState();
  if (phase === "running") stopSweep();
  else void runSweep({ resume: phase === "stopped" && !isStale(step?.state.config, scenario, sweep) });
}
