import { useSyncExternalStore } from "react";
import { create, type StoreApi } from "zustand";
import { isWorkerLoss } from "./engine.ts";
import { describeFailure, type Failure } from "../elements/failure.ts";

/** Figures that follow every change: their newest parts, which stay while others are computed. */
export type LiveState<Parts> = Partial<Parts> & {
  computing: boolean;
  /** They have been computed once. */
  drawn?: true;
  failure?: Failure;
};

export interface Live<Parts extends object, Arguments extends unknown[]> {
  readonly store: Pick<StoreApi<LiveState<Parts>>, "getState" | "subscribe">;
  /** What is being done, for the foot of the page. */
  readonly doing: string;
  /** Computes the figures. Calls may come as fast as a slider moves. */
  compute(...args: Arguments): Promise<void>;
}

interface LiveOptions<Parts, Arguments extends unknown[]> {
  doing: string;
  /** A sentence for the failure's head. */
  failed: string;
  /** Asks the worker, and shows each part as it comes. Requests that a newer one overtakes are left to `latestWins`. */
  ask(show: (parts: Partial<Parts>) => void, ...args: Arguments): Promise<void>;
}

/** Figures of one moment of an experiment: a codeword, a received vector. */
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

/** Live figures, in a component. */
export function useLive<Parts extends object>({ store }: Live<Parts, never[]>): LiveState<Parts> {
  return useSyncExternalStore(store.subscribe, store.getState);
}
