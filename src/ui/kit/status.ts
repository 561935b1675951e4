import { duration } from "../format.ts";
import type { Failure } from "../elements/failure.ts";
import type { Runner } from "./run.ts";

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

interface Work {
  /** Runs of which one at a time goes on. */
  runs: readonly Runner[];
  stop: () => void;
  /** What else is being computed, if anything is. */
  computing?: string | false;
  failure?: Failure;
}

/** The status of a lab that has runs. */
export function statusOf({ runs, stop, computing, failure }: Work): Status {
  const states = runs.map(({ store, doing }) => ({ ...store.getState(), doing }));
  const running = states.find(({ phase }) => phase === "running");
  if (running) {
    const { step, remainingMs, doing } = running;
    return { text: doing, progress: step?.progress ?? 0, working: true, stop, detail: leftOf(remainingMs) };
  }
  if (computing) return { text: computing, working: true };
  const phases = states.map(({ phase }) => phase);
  if (failure || phases.includes("failed")) return { text: "Failed: see the figure that says why" };
  return { text: phases.includes("stopped") ? "Stopped; the points that were done are kept" : "Ready" };
}

export const leftOf = (ms: number | undefined) => (ms === undefined ? undefined : `${duration(ms)} left`);
