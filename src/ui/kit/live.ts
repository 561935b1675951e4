import { useSyncExternalStore } from "react";
import { create, type StoreApi } from "zustand";
import { isWorkerLoss } from "./engine.ts";
import { describeFailure, type Failure } from "../elements/failure.ts";

/** Figures that follow every change: their newest results, which stay while new ones are computed. */
export type LiveState<Parts> = Partial<Parts> & {
  computing: boolean;
  /** True after the first result. */
  drawn?: true;
  failure?: Failure;
};

export interface Live<Parts extends object, Arguments extends unknown[]> {
  readonly store: Pick<StoreApi<LiveState<Parts>>, "getState" | "subscribe">;
  /** The current work, for the status line. */
  readonly doing: string;
  /** Computes the figures. It may be called as often as a slider moves. */
  compute(...args: Arguments): Promise<void>;
}

interface LiveOptions<Parts, Arguments extends unknown[]> {
  doing: string;
  /** The first sentence of a failure. */
  failed: string;
  /**
   * Asks the worker, and shows each part of the result when it arrives. `latestWins` drops requests that a newer one
   * replaces.
   */
  ask(show: (parts: Partial<Parts>) => void, ...args: Arguments): Promise<void>;
}

/** Returns figures of one part of an experiment: a codeword, a received vector. */
export function createLive<Parts extends object, Arguments extends unknown[] = []>(
  options: LiveOptions<Parts, Arguments>,
): Live<Parts, Arguments> {
  const { doing, failed, ask } = options;
  const store = create<LiveState<Parts>>()(() => ({ computing: false }) as LiveState<Parts>);
  const set = (change: Partial<LiveState<Parts>>) => store.setState(change);
  let calls = 0;
  return {
    store,
    doing,
    async compute(...args) {
      const mine = ++calls;
      set({ computing: true } as LiveState<Parts>);
      let failure: Failure | undefined;
      try {
        await ask((parts) => set(parts as Partial<LiveState<Parts>>), ...args);
        set({ drawn: true } as Partial<LiveState<Parts>>);
      } catch (error) {
        if (!isWorkerLoss(error)) failure = describeFailure(failed, error);
      }
      set({ failure, computing: mine !== calls } as Partial<LiveState<Parts>>);
    },
  };
}

/** Returns live figures, in a component. */
export function useLive<Parts extends object>({ store }: Live<Parts, never[]>): LiveState<Parts> {
  return useSyncExternalStore(store.subscribe, store.getState);
}
