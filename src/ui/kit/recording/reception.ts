import { useSyncExternalStore } from "react";
import { create, type StoreApi } from "zustand";
import type { Excerpt } from "#core/capture/excerpt.ts";
import { describeFailure, type Failure } from "../../elements/failure.ts";
import { lab } from "../engine.ts";
import { shownRecording, useRecording } from "./recording.ts";

/** A receiver's results for the current recording. */
export interface ReceptionState<Found> {
  phase: "idle" | "running" | "stopped" | "finished";
  progress: number;
  remainingMs?: number;
  ms: number;
  /** The received part; undefined for the whole recording. */
  part?: Excerpt;
  found: Found;
  failure?: Failure;
}

/** A receiver's run over the current recording or a part of it. It restarts for another recording. */
export interface Reception<Found = unknown> {
  readonly store: Pick<StoreApi<ReceptionState<Found>>, "getState" | "subscribe">;
  run(part?: Excerpt): Promise<void>;
  /** The results so far in words: "3 packets". */
  count(): string;
}

interface ReceptionOptions<Found, Step> {
  /** The results before the first step. */
  nothing: Found;
  /** Makes the worker receive an opened recording, by its index in the list. */
  ask(index: number, part: Excerpt | undefined, onStep: (step: Step) => void): Promise<void>;
  /** Returns the results with the step's results added. */
  add(found: Found, step: Step): Found;
  count(found: Found): string;
}

export function createReception<Found, Step extends { progress: number }>(
  options: ReceptionOptions<Found, Step>,
): Reception<Found> {
  const { nothing, ask, add, count } = options;
  const idle: ReceptionState<Found> = { phase: "idle", progress: 0, ms: 0, found: nothing };
  const store = create<ReceptionState<Found>>()(() => idle);
  let runs = 0;
  useRecording.subscribe((state, before) => {
    if (shownRecording(state) === shownRecording(before)) return;
    runs++;
    if (store.getState().phase === "running") void lab.stop();
    store.setState(idle, true);
  });
  return {
    store,
    count: () => count(store.getState().found),
    async run(part) {
      const mine = ++runs;
      const begun = performance.now();
      const update = (change: Partial<ReceptionState<Found>>) => {
        if (mine === runs) store.setState({ ...change, ms: performance.now() - begun });
      };
      store.setState({ ...idle, phase: "running", part }, true);
      try {
        await ask(useRecording.getState().chosen, part, (step) => {
          const { progress } = step;
          const remainingMs = ((performance.now() - begun) * (1 - progress)) / progress;
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
export function useReception<Found>({ store }: Reception<Found>): ReceptionState<Found> {
  return useSyncExternalStore(store.subscribe, store.getState);
}
