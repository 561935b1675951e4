import { useSyncExternalStore } from "react";
import { create, type StoreApi } from "zustand";
import type { Excerpt } from "#core/capture/excerpt.ts";
import { createRemainingTime } from "#core/measurement/remaining-time.ts";
import { describeFailure, type Failure } from "../../elements/failure.ts";
import { lab } from "../engine.ts";
import { shownRecording, useRecording } from "./recording.ts";

/** A receiver's results for the current recording, and what made them. */
export interface ReceptionState<Found, Settings> {
  phase: "idle" | "running" | "stopped" | "finished";
  progress: number;
  remainingMs?: number;
  ms: number;
  /** The received part; undefined for the whole recording. */
  part?: Excerpt;
  /** The receiver's settings that made the results. Undefined before a run. */
  settings?: Settings;
  found: Found;
  failure?: Failure;
}

/** A receiver's run over the current recording or a part of it. It restarts for another recording. */
export interface Reception<Found = unknown, Settings = unknown> {
  readonly store: Pick<StoreApi<ReceptionState<Found, Settings>>, "getState" | "subscribe">;
  /** Whether today's settings differ from the settings that made the results. */
  outdated(): boolean;
  /** Calls back when `outdated` may have changed. */
  onSettings(changed: () => void): () => void;
  run(part?: Excerpt): Promise<void>;
  /** The results so far in words: "3 packets". */
  count(): string;
}

interface ReceptionOptions<Found, Settings, Step> {
  /** The results before the first step. */
  nothing: Found;
  /** The receiver's settings, as plain data. */
  settings(): Settings;
  /** Calls back when the settings may have changed. */
  onSettings(changed: () => void): () => void;
  /** Makes the worker receive an opened recording, by its index in the list. */
  ask(index: number, part: Excerpt | undefined, settings: Settings, onStep: (step: Step) => void): Promise<void>;
  /** Returns the results with the step's results added. */
  add(found: Found, step: Step): Found;
  count(found: Found): string;
}

export function createReception<Found, Settings, Step extends { progress: number }>(
  options: ReceptionOptions<Found, Settings, Step>,
): Reception<Found, Settings> {
  const { nothing, ask, add, count, settings: today, onSettings } = options;
  type State = ReceptionState<Found, Settings>;
  const idle: State = { phase: "idle", progress: 0, ms: 0, found: nothing };
  const store = create<State>()(() => idle);
  let runs = 0;
  useRecording.subscribe((state, before) => {
    if (shownRecording(state) === shownRecording(before)) return;
    runs++;
    if (store.getState().phase === "running") void lab.stop();
    store.setState(idle, true);
  });
  return {
    store,
    onSettings,
    outdated() {
      const { settings } = store.getState();
      return settings !== undefined && !equal(settings, today());
    },
    count: () => count(store.getState().found),
    async run(part) {
      const mine = ++runs;
      const begun = performance.now();
      const remaining = createRemainingTime();
      const update = (change: Partial<State>) => {
        if (mine === runs) store.setState({ ...change, ms: performance.now() - begun });
      };
      const settings = today();
      store.setState({ ...idle, phase: "running", part, settings }, true);
      try {
        await ask(useRecording.getState().chosen, part, settings, (step) => {
          const { progress } = step;
          const remainingMs = remaining.at(performance.now(), progress);
          update({ progress, remainingMs, found: add(store.getState().found, step) });
        });
        update({ phase: store.getState().progress < 1 ? "stopped" : "finished" });
      } catch (error) {
        if (mine !== runs) return;
        const failure = describeFailure("The recording could not be received.", error);
        store.setState({ ...idle, failure }, true);
      }
    },
  };
}

/** Returns a reception, in a component. */
export function useReception<Found, Settings>({ store }: Reception<Found, Settings>): ReceptionState<Found, Settings> {
  return useSyncExternalStore(store.subscribe, store.getState);
}

/** Whether a reception's results are from other settings than today's, in a component. */
export function useOutdated({ store, outdated, onSettings }: Reception): boolean {
  const subscribe = (changed: () => void) => {
    const ends = [store.subscribe(changed), onSettings(changed)];
    return () => ends.forEach((end) => end());
  };
  return useSyncExternalStore(subscribe, outdated);
}

/** Whether two values of plain data have the same structure and values. */
function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return (
    keys.length === others.length &&
    keys.every((key) => key in b && equal((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}
