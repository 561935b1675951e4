import { duration } from "../format.ts";
import type { Failure } from "../elements/failure.ts";
import type { Runner } from "./run.ts";

/** The content of the status line: current work, progress, how to stop it, and the last run. */
export interface Status {
  text: string;
  /** 0 to 1; undefined without work, or if its end is unknown. */
  progress?: number;
  working?: boolean;
  detail?: string;
  stop?: () => void;
  /** The last run and how long it took. */
  last?: string;
}

interface Work {
  /** Runs, at most one of which is running. */
  runs: readonly Runner[];
  stop: () => void;
  /** Other work in progress, if any. */
  computing?: string | false;
  failure?: Failure;
}

/** Returns the status of a lab with runs. */
export function statusOf({ runs, stop, computing, failure }: Work): Status {
  const states = runs.map(({ store, doing }) => ({ ...store.getState(), doing }));
  const running = states.find(({ phase }) => phase === "running");
  if (running) {
    const { step, remainingMs, doing } = running;
    return { text: doing, progress: step?.progress ?? 0, working: true, stop, detail: leftOf(remainingMs) };
  }
  if (computing) return { text: computing, working: true };
  const phases = states.map(({ phase }) => phase);
  if (failure || phases.includes("failed")) return { text: "Failed; the figure shows the reason" };
  return { text: phases.includes("stopped") ? "Stopped; the finished points are kept" : "Ready" };
}

export const leftOf = (ms: number | undefined) => (ms === undefined ? undefined : `${duration(ms)} left`);
