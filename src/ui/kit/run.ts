import { useSyncExternalStore } from "react";
import { create, type StoreApi } from "zustand";
import type { ExperimentName } from "#core/experiments.ts";
import type { RunName, StartOf, StepOf } from "../../worker/client.ts";
import { describeFailure, type Failure } from "../elements/failure.ts";
import { isWorkerLoss, lab } from "./engine.ts";

/** What a long run of the worker says after each piece of work. */
export interface Step {
  state: { config: unknown };
  progress: number;
  done: boolean;
}

/** A long run of the worker, as the page follows it. */
export interface Run<S extends Step = Step> {
  /** "stopped" keeps what was done and can go on; "interrupted" does so by itself when the worker is back. */
  phase: "idle" | "running" | "stopped" | "interrupted" | "finished" | "failed";
  /** The newest step: it holds all that was done, and what the run needs to go on. */
  step?: S;
  /** Milliseconds to the end, from the progress so far; and of the last run. */
  remainingMs?: number;
  ms?: number;
  failure?: Failure;
  /** The run begins again after each change of its configuration. */
  follow: boolean;
}

/** Where the configuration of a run comes from. */
export interface Source<State, Config> {
  /** The lab's store, and the configuration that a new run of it would have. */
  of: Pick<StoreApi<State>, "getState" | "subscribe">;
  config(state: State): Config;
}

interface RunnerOptions<E extends ExperimentName, R extends RunName<E>, State, Config> extends Source<State, Config> {
  experiment: E;
  /** Name of the run among the experiment's. */
  run: R;
  /** What a new run starts from; the configuration itself by default. */
  begin?(config: Config): StartOf<E, R>;
  /** What is being done while it runs, for the foot of the page: "Sweeping SNR". */
  doing: string;
  /** A sentence for the failure's head. */
  failed: string;
}

/** One kind of long run of a lab: its state, and what can be done with it. */
export interface Runner<S extends Step = Step> {
  /** The configuration that a new run would have; the same object as long as it says the same. */
  config(): S["state"]["config"];
  /** Calls back when that may have changed. */
  onConfig(changed: () => void): () => void;
  readonly store: Pick<StoreApi<Run<S>>, "getState" | "subscribe">;
  readonly doing: string;
  /** Begins the run in force; or goes on where the last one was stopped. */
  start(options?: { resume?: boolean }): Promise<void>;
  /** Runs, stops, goes on. */
  toggle(): void;
  /** Takes results, as from a file, in place of a run's. */
  take(step: S): void;
  /** Drops all results. */
  clear(): void;
  /** Goes on if the worker's end interrupted the run. */
  recover(): Promise<void>;
  /** Whether the run begins again after each change. */
  setFollow(follow: boolean): void;
  /** Starts over if it runs under another configuration than the one in force. */
  restart(): void;
  /** The person has made no change for a moment: begins again where the run follows changes. */
  rested(): void;
  /** True when the results are of another configuration than the one in force. */
  isOutdated(): boolean;
}

/** Milliseconds between two steps that are shown: figures are drawn no faster. */
const SHOW_MS = 100;

/** One kind of long run. A run that was overtaken by another of its kind says no more. */
export function createRunner<E extends ExperimentName, R extends RunName<E>, State, Config>({
  experiment,
  run,
  of,
  config,
  begin = (config) => config as StartOf<E, R>,
  doing,
  failed,
}: RunnerOptions<E, R, State, Config>): Runner<StepOf<E, R> & Step> {
  type S = StepOf<E, R> & Step;
  return followRun<S, State, Config>({
    of,
    config,
    doing,
    failed,
    ask: (from, onStep) => {
      const start = "step" in from ? from.step.state : begin(from.config);
      return lab.run(experiment, run, start as StartOf<E, R>, onStep as (step: StepOf<E, R>) => void);
    },
    stop: () => void lab.stop(),
  });
}

interface FollowOptions<S, State, Config> extends Source<State, Config> {
  doing: string;
  failed: string;
  ask(from: { config: Config } | { step: S }, onStep: (step: S) => void): Promise<void>;
  stop(): void;
}

/** Follows runs that are begun by `ask`. */
export function followRun<S extends Step, State, Config>(options: FollowOptions<S, State, Config>): Runner<S> {
  const { of, doing, failed, ask, stop } = options;
  const store = create<Run<S>>()(() => ({ phase: "idle", follow: false }));
  const { getState: get, setState: set } = store;
  const wanted = steady(() => options.config(of.getState()));
  let runs = 0;
  /** What the last run was begun with. */
  let under = "";
  const runner: Runner<S> = {
    config: wanted,
    onConfig: of.subscribe,
    store,
    doing,
    async start({ resume = false } = {}) {
      const mine = ++runs;
      const begun = performance.now();
      const from = resume ? get().step : undefined;
      const before = from?.progress ?? 0;
      const current = wanted();
      under = JSON.stringify(from?.state.config ?? current);
      set({ phase: "running", step: from, remainingMs: undefined, failure: undefined });
      const shown = sparingly((step: S) => {
        if (mine !== runs) return;
        const ms = performance.now() - begun;
        const share = step.progress - before;
        const remainingMs = share > 0 ? (ms * (1 - step.progress)) / share : undefined;
        set({ step, ms, remainingMs, phase: step.done ? "finished" : "running" });
      });
      try {
        await ask(from ? { step: from } : { config: current }, (step) => shown.next(step, step.done));
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
      if (get().phase === "running") stop();
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
      if (get().phase === "running" && under !== JSON.stringify(wanted())) void runner.start();
    },
    rested() {
      const { follow, phase } = get();
      if (follow && phase !== "idle" && runner.isOutdated()) void runner.start();
    },
    isOutdated: () => isOutdated(get(), wanted()),
  };
  return runner;
}

/** The same object as long as it says the same, as a component wants it. */
function steady<Config>(config: () => Config): () => Config {
  let last: { value: Config; text: string } | undefined;
  return () => {
    const value = config();
    const text = JSON.stringify(value);
    if (last?.text !== text) last = { value, text };
    return last.value;
  };
}

/** Shows the newest of many values, at most every {@link SHOW_MS}: a fast sweep has hundreds of steps per second. */
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

/** A run, in a component. */
export function useRun<S extends Step>({ store }: Runner<S>): Run<S> {
  return useSyncExternalStore(store.subscribe, store.getState);
}

/** The configuration that a new run would have, in a component. */
export function useWanted<S extends Step>({ onConfig, config }: Runner<S>): S["state"]["config"] {
  return useSyncExternalStore(onConfig, config);
}

/** True when the results that are shown are of another configuration than the one in force. */
export function useOutdated(of: Runner): boolean {
  return isOutdated(useRun(of), useWanted(of));
}

const NOTHING: readonly never[] = [];

/** The results that are shown: with their own configuration, whatever the rail says meanwhile. */
export function useResults<Config, Result>(
  of: Runner<Step & { state: { config: Config; results: readonly Result[] } }>,
): { config: Config; results: readonly Result[] } {
  const state = useRun(of).step?.state;
  const wanted = useWanted(of);
  return { config: state?.config ?? wanted, results: state?.results ?? NOTHING };
}

/** What the button of a run does next. */
export function useAction(of: Runner, first = "Run"): string {
  const run = useRun(of);
  const wanted = useWanted(of);
  if (run.phase === "running") return "Stop";
  if (canGoOn(run, wanted)) return "Go on";
  return run.step && !isOutdated(run, wanted) ? "Run again" : first;
}

/** True when a run's results are another configuration's. */
function isOutdated({ step }: Run, config: unknown): boolean {
  return step !== undefined && JSON.stringify(step.state.config) !== JSON.stringify(config);
}

/** True where a run has ended early, and what it had done still counts. */
function canGoOn(run: Run, config: unknown): boolean {
  const early = run.phase === "stopped" || run.phase === "failed" || run.phase === "interrupted";
  return early && run.step !== undefined && !isOutdated(run, config);
}
