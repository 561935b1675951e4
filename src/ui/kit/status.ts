import { duration } from "../format.ts";
import type { Failure } from "./failure.ts";
import type { Run } from "./run.ts";

/** What the foot of the page says: what is being done, how far it is, how to stop it, and what was done last. */
export interface Status {
  text: string;
  /** 0 to 1; undefined for work whose end is not known, or none. */
  progress?: number;
  working?: boolean;
  detail?: string;
  stop?: () => void;
  /** The last run and how long it took. */
  last?: string;
}

type AnyRun = Run<{ state: { config: unknown }; progress: number; done: boolean }>;

interface Work {
  /** Runs of which one at a time goes on, each with what is being done then. */
  runs: readonly (readonly [run: AnyRun, text: string])[];
  stop: () => void;
  /** What else is being computed, if anything is. */
  computing?: string | false;
  failure?: Failure;
}

/** The status of a lab that has runs. */
export function statusOf({ runs, stop, computing, failure }: Work): Status {
  const running = runs.find(([{ phase }]) => phase === "running");
  if (running) {
    const [{ step, remainingMs }, text] = running;
    return { text, progress: step?.progress ?? 0, working: true, stop, detail: leftOf(remainingMs) };
  }
  if (computing) return { text: computing, working: true };
  const phases = runs.map(([{ phase }]) => phase);
  if (failure || phases.includes("failed")) return { text: "Failed: see the figure that says why" };
  return { text: phases.includes("stopped") ? "Stopped; the points that were done are kept" : "Ready" };
}

export const leftOf = (ms: number | undefined) => (ms === undefined ? undefined : `${duration(ms)} left`);
