import { describeFailure, type Failure } from "./failure.ts";
import { isWorkerLoss, lab } from "./engine.ts";

/** What a long run of the worker says after each piece of work. */
interface Step {
  state: { config: unknown };
  progress: number;
  done: boolean;
}

/** A long run of the worker, as the page follows it. */
export interface Run<S extends Step> {
  /** "stopped" keeps what was done and can go on; "interrupted" does so by itself when the worker is back. */
  phase: "idle" | "running" | "stopped" | "interrupted" | "finished" | "failed";
  /** The newest step: it holds all that was done, and what the run needs to go on. */
  step?: S;
  /** Milliseconds to the end, from the progress so far; and of the last run. */
  remainingMs?: number;
  ms?: number;
  failure?: Failure;
}

export interface RunnerOptions<S extends Step, Config> {
  get(): Run<S>;
  set(change: Partial<Run<S>>): void;
  /** The run that a new one would be. */
  config(): Config;
  ask(start: Config | S["state"], onStep: (step: S) => void): Promise<void>;
  /** A sentence for the failure's head. */
  failed: string;
}

export interface Runner {
  /** Begins the run in force; or goes on where the last one was stopped. */
  start(options?: { resume?: boolean }): Promise<void>;
  /** Runs, stops, goes on. */
  toggle(): void;
  /** Goes on if the worker's end interrupted the run. */
  recover(): Promise<void>;
  /** Starts over if it runs under another configuration than the one in force. */
  follow(): void;
  /** True when the results are another configuration's. */
  isOutdated(): boolean;
}

/** Follows one kind of long run in a store. A run that was overtaken by another of its kind says no more. */
export function createRunner<S extends Step, Config>(options: RunnerOptions<S, Config>): Runner {
  const { get, set, config, ask, failed } = options;
  let runs = 0;
  /** What the last run was begun with. */
  let under = "";
  const runner: Runner = {
    async start({ resume = false } = {}) {
      const mine = ++runs;
      const begun = performance.now();
      const from = resume ? get().step : undefined;
      const before = from?.progress ?? 0;
      const start = from?.state ?? config();
      under = JSON.stringify(from?.state.config ?? start);
      set({ phase: "running", step: from, remainingMs: undefined, failure: undefined });
      try {
        await ask(start, (step) => {
          if (mine !== runs) return;
          const ms = performance.now() - begun;
          const share = step.progress - before;
          const remainingMs = share > 0 ? (ms * (1 - step.progress)) / share : undefined;
          set({ step, ms, remainingMs, phase: step.done ? "finished" : "running" });
        });
        if (mine === runs && get().phase === "running") set({ phase: "stopped" });
      } catch (error) {
        if (mine !== runs) return;
        if (isWorkerLoss(error)) set({ phase: "interrupted" });
        else set({ phase: "failed", failure: describeFailure(failed, error) });
      }
    },
    toggle() {
      if (get().phase === "running") void lab.stop();
      else void runner.start({ resume: canGoOn(get(), config()) });
    },
    async recover() {
      if (get().phase === "interrupted") await runner.start({ resume: true });
    },
    follow() {
      if (get().phase === "running" && under !== JSON.stringify(config())) void runner.start();
    },
    isOutdated: () => isOutdated(get(), config()),
  };
  return runner;
}

/** True when a run's results are another configuration's. */
export function isOutdated({ step }: Run<Step>, config: unknown): boolean {
  return step !== undefined && JSON.stringify(step.state.config) !== JSON.stringify(config);
}

/** True where a run has ended early, and what it had done still counts. */
function canGoOn(run: Run<Step>, config: unknown): boolean {
  const early = run.phase === "stopped" || run.phase === "failed" || run.phase === "interrupted";
  return early && run.step !== undefined && !isOutdated(run, config);
}

/** What the button of a run does next. */
export function actionOf(run: Run<Step>, config: unknown, first = "Run"): string {
  if (run.phase === "running") return "Stop";
  if (canGoOn(run, config)) return "Go on";
  return run.step && !isOutdated(run, config) ? "Run again" : first;
}
