import type { Excerpt } from "#core/capture/excerpt.ts";
import type { ExperimentName } from "#core/experiments.ts";
import type { RunName, StepOf } from "../../../worker/client.ts";
import type { Failure } from "../../elements/failure.ts";
import { worker } from "../engine.ts";
import { createRunner, type Run, type Runner, type Source, useRun } from "../run.ts";
import { shownRecording, useRecording } from "./recording.ts";

/** What a reception is made of: a recording by its index, its part (undefined for the whole), the receiver's settings. */
interface ReceptionConfig<Settings> {
  index: number;
  part?: Excerpt;
  settings: Settings;
}

/** A receiver's results so far. */
interface Received<Found, Settings> {
  state: { config: ReceptionConfig<Settings> };
  found: Found;
  progress: number;
  done: boolean;
}

/** A receiver's run over the current recording or a part of it. Another recording drops its results. */
export interface Reception<Found = unknown, Settings = unknown> extends Runner<Received<Found, Settings>> {
  receive(part?: Excerpt): Promise<void>;
  /** The results so far, and the results before the first step. */
  found(run?: Run<Received<Found, Settings>>): Found;
  /** The results so far in words: "3 packets". */
  count(): string;
}

/** The experiments with a receiver of recordings: those with a run "receive". */
type ReceiverName = { [E in ExperimentName]: "receive" extends RunName<E> ? E : never }[ExperimentName];

type Receive<E extends ReceiverName> = "receive" & RunName<E>;

interface ReceptionOptions<E extends ReceiverName, Found, State, Settings> extends Source<State, Settings> {
  experiment: E;
  /** The results before the first step. */
  nothing: Found;
  /** Returns the results with the step's results added. */
  add(found: Found, step: StepOf<E, Receive<E>>): Found;
  count(found: Found): string;
}

export function createReception<E extends ReceiverName, Found, State, Settings>(
  options: ReceptionOptions<E, Found, State, Settings>,
): Reception<Found, Settings> {
  const { experiment, nothing, add, count } = options;
  let part: Excerpt | undefined;
  const runner = createRunner<E, Receive<E>, State, ReceptionConfig<Settings>, Received<Found, Settings>>({
    experiment,
    run: "receive" as Receive<E>,
    of: options.of,
    config: (state) => ({ index: useRecording.getState().chosen, part, settings: options.config(state) }),
    gather(step, before, config) {
      const { progress } = step as { progress: number };
      return { state: { config }, found: add(before?.found ?? nothing, step), progress, done: progress >= 1 };
    },
    doing: "Receiving",
    failed: "The recording could not be received.",
  });
  const found = ({ step } = runner.store.getState()) => step?.found ?? nothing;
  useRecording.subscribe((state, before) => {
    if (shownRecording(state) === shownRecording(before)) return;
    if (runner.store.getState().phase === "running") void worker.stop();
    runner.clear();
  });
  return {
    ...runner,
    receive(excerpt) {
      part = excerpt;
      return runner.start();
    },
    found,
    count: () => count(found()),
  };
}

/** Returns a reception's results, in a component. */
export function useReception<Found, Settings>(
  reception: Reception<Found, Settings>,
): { phase: Run["phase"]; failure?: Failure; found: Found } {
  const run = useRun(reception);
  return { phase: run.phase, failure: run.failure, found: reception.found(run) };
}
