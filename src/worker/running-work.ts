import { type Context, untilStopped } from "#core/experiment.ts";

/** The work in progress: one of each kind at a time, and one long run. */
export interface RunningWork extends Pick<Context, "begin" | "alone"> {
  /** Ends all work in progress. */
  stop(): void;
}

export function createRunningWork(): RunningWork {
  const inProgress = new Map<string, AbortController>();
  /** Resolves when the last long run has ended or was stopped. */
  let ended: Promise<unknown> = Promise.resolve();

  function begin(kind: string): AbortSignal {
    inProgress.get(kind)?.abort();
    const controller = new AbortController();
    inProgress.set(kind, controller);
    return controller.signal;
  }

  return {
    begin,
    // Two long runs at a time would slow each other down.
    alone(work) {
      const signal = begin("run");
      const before = ended;
      const running = untilStopped(signal, async () => {
        await before;
        signal.throwIfAborted();
        return work(signal);
      });
      ended = running.catch(() => {});
      return running;
    },
    stop() {
      for (const controller of inProgress.values()) controller.abort();
    },
  };
}
