import { useSyncExternalStore } from "react";
import { create, type StoreApi } from "zustand";
import { equal } from "#core/configuration/equal.ts";
import type { ExperimentName } from "#core/experiments.ts";
import { createRemainingTime } from "#core/measurement/remaining-time.ts";
import type { RunName, StartOf, StepOf } from "../../worker/client.ts";
import { describeFailure, type Failure } from "../elements/failure.ts";
import { isWorkerLoss, worker } from "./engine.ts";

/** A step of a long run in the worker. */
export interface Step {
  state: { config: unknown };
  progress: number;
  done: boolean;
  /** False while the progress says nothing about the remaining time. */
  steady?: boolean;
}

/** The state of a long run in the worker. */
export interface Run<S extends Step = Step> {
  /** "stopped" keeps the results and can resume; "interrupted" resumes automatically when the worker is back. */
  phase: "idle" | "running" | "stopped" | "interrupted" | "finished" | "failed";
  /** The newest step. It holds all results so far and the state for resuming. */
  step?: S;
  /** Estimated remaining milliseconds once they are known, and the duration of the last run. */
  remainingMs?: number;
  ms?: number;
  failure?: Failure;
  /** The run restarts after each change of its configuration. */
  follow: boolean;
}

/** The source of a run's configuration. */
export interface Source<State, Config> {
  /** The lab's store, and the configuration for a new run. */
  of: Pick<StoreApi<State>, "getState" | "subscribe">;
  config(state: State): Config;
}

interface RunnerOptions<E extends ExperimentName, R extends RunName<E>, S, State, Config> extends Source<
  State,
  Config
> {
  experiment: E;
  /** Name of the run in the experiment. */
  run: R;
  /** The start of a new run. Default: the configuration. */
  begin?(config: Config): StartOf<E, R>;
  /** The status line's text while it runs: "Sweeping SNR". */
  doing: string;
  /** The first sentence of a failure. */
  failed: string;
  /** Adds a step of the worker to the run's results so far. Default: each step holds all results. */
  gather?(event: StepOf<E, R>, before: S | undefined, config: Config): S;
}

/** One kind of long run of a lab: its state and its actions. */
export interface Runner<S extends Step = Step> {
  /** Returns the configuration for a new run; the same object while it is equal. */
  config(): S["state"]["config"];
  /** Calls back when this configuration may have changed. */
  onConfig(changed: () => void): () => void;
  readonly store: Pick<StoreApi<Run<S>>, "getState" | "subscribe">;
  readonly doing: string;
  /** Starts a run with the current configuration, or resumes the stopped one. */
  start(options?: { resume?: boolean }): Promise<void>;
  /** Runs, stops or resumes. */
  toggle(): void;
  /** Replaces the results, for example from a file. */
  take(step: S): void;
  /** Drops all results. */
  clear(): void;
  /** Resumes if the worker's end interrupted the run. */
  recover(): Promise<void>;
  /** Sets whether the run restarts after each change. */
  setFollow(follow: boolean): void;
  /** Restarts if it runs with another configuration than the current one. */
  restart(): void;
  /** Called when the person has made no change for a moment. Restarts if the run follows changes. */
  rested(): void;
  /** Returns true if the results belong to another configuration than the current one. */
  isOutdated(): boolean;
}

/** Smallest time between two shown steps, ms. */
const SHOW_MS = 100;

/** Creates one kind of long run. Steps of a replaced run are ignored. */
export function createRunner<
  E extends ExperimentName,
  R extends RunName<E>,
  State,
  Config,
  S extends Step = StepOf<E, R> & Step,
>(options: RunnerOptions<E, R, S, State, Config>): Runner<S> {
  const { experiment, run, of, doing, failed } = options;
  const { begin = (config) => config as StartOf<E, R>, gather = (event) => event as unknown as S } = options;
  const store = create<Run<S>>()(() => ({ phase: "idle", follow: false }));
  const { getState: get, setState: set } = store;
  const wanted = steady(() => options.config(of.getState()));
  let runs = 0;
  /** The configuration of the last start. */
  let under: unknown;
  const runner: Runner<S> = {
    config: wanted,
    onConfig: of.subscribe,
    store,
    doing,
    async start({ resume = false } = {}) {
      const mine = ++runs;
      const begun = performance.now();
      const from = resume ? get().step : undefined;
      const remaining = createRemainingTime();
      const config = (from?.state.config ?? wanted()) as Config;
      under = config;
      set({ phase: "running", step: from, remainingMs: undefined, failure: undefined });
      let newest = from;
      const shown = sparingly((step: S) => {
        if (mine !== runs) return;
        const now = performance.now();
        const remainingMs = remaining.at(now, step.progress, step.steady);
        set({ step, ms: now - begun, remainingMs, phase: step.done ? "finished" : "running" });
      });
      try {
        const start = (from?.state ?? begin(config)) as StartOf<E, R>;
        await worker.run(experiment, run, start, (event) => {
          if (mine !== runs) return;
          newest = gather(event, newest, config);
          shown.next(newest, newest.done);
        });
        shown.flush();
        if (mine === runs && get().phase === "running") set({ phase: "stopped" });
      } catch (error) {
        shown.flush();
        if (mine !== runs) return;
        if (isWorkerLoss(error)) set({ phase: "interrupted" });
        else set({ phase: "failed", failure: describeFailure(failed, error) });
      }
    },
    toggle() {
      if (get().phase === "running") void worker.stop();
      else void runner.start({ resume: canGoOn(get(), wanted()) });
    },
    take(step) {
      runs++;
      set({ phase: step.done ? "finished" : "stopped", step, ms: undefined, failure: undefined });
    },
    clear() {
      runs++;
      set({ phase: "idle", step: undefined, ms: undefined, failure: undefined });
    },
    async recover() {
      if (get().phase === "interrupted") await runner.start({ resume: true });
    },
    setFollow: (follow) => set({ follow }),
    restart() {
      if (get().phase === "running" && !equal(under, wanted())) void runner.start();
    },
    rested() {
      const { follow, phase } = get();
      if (follow && phase !== "idle" && runner.isOutdated()) void runner.start();
    },
    isOutdated: () => isOutdated(get(), wanted()),
  };
  return runner;
}

/** Returns the same object while it is equal, so that components do not render again. */
function steady<Config>(config: () => Config): () => Config {
  let last: { value: Config } | undefined;
  return () => {
    const value = config();
    if (!last || !equal(last.value, value)) last = { value };
    return last.value;
  };
}

/** Shows the newest value at most every {@link SHOW_MS}: a fast sweep has hundreds of steps per second. */
function sparingly<T>(show: (value: T) => void) {
  let waiting: { value: T } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = -Infinity;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!waiting) return;
    const { value } = waiting;
    waiting = undefined;
    last = performance.now();
    show(value);
  };
  return {
    next(value: T, urgent: boolean) {
      waiting = { value };
      const wait = SHOW_MS - (performance.now() - last);
      if (urgent || wait <= 0) flush();
      else timer ??= setTimeout(flush, wait);
    },
    flush,
  };
}

/** Returns a run, in a component. */
export function useRun<S extends Step>({ store }: Runner<S>): Run<S> {
  return useSyncExternalStore(store.subscribe, store.getState);
}

/** Returns the configuration for a new run, in a component. */
export function useWanted<S extends Step>({ onConfig, config }: Runner<S>): S["state"]["config"] {
  return useSyncExternalStore(onConfig, config);
}

/** Returns true if the shown results belong to another configuration than the current one. */
export function useOutdated(of: Runner): boolean {
  return isOutdated(useRun(of), useWanted(of));
}

const NOTHING: readonly never[] = [];

/** Returns the shown results with their own configuration, which may differ from the rail. */
export function useResults<Config, Result>(
  of: Runner<Step & { state: { config: Config; results: readonly Result[] } }>,
): { config: Config; results: readonly Result[] } {
  const state = useRun(of).step?.state;
  const wanted = useWanted(of);
  return { config: state?.config ?? wanted, results: state?.results ?? NOTHING };
}

/** Returns the text of a run's button: its next action. */
export function useAction(of: Runner, first = "Run"): string {
  const run = useRun(of);
  const wanted = useWanted(of);
  if (run.phase === "running") return "Stop";
  if (canGoOn(run, wanted)) return "Resume";
  return run.step && !isOutdated(run, wanted) ? "Run again" : first;
}

/** Returns true if a run's results belong to another configuration. */
function isOutdated({ step }: Run, config: unknown): boolean {
  return step !== undefined && !equal(step.state.config, config);
}

/** Returns true if a run ended early and its results are still valid. */
function canGoOn(run: Run, config: unknown): boolean {
  const early = run.phase === "stopped" || run.phase === "failed" || run.phase === "interrupted";
  return early && run.step !== undefined && !isOutdated(run, config);
}
