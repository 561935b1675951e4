import { type Context, untilStopped } from "#core/experiment.ts";

/** The work in progress: one of each kind at a time, and one long run. */
export interface RunningWork extends Pick<Context, "end" | "alone"> {
  /**
   * Notes that the page has asked something. Returns the question's `begin`. A question begins its work when its module is there,
   * so that an older one may begin later: then its work has ended already.
   */
  arrive(): Context["begin"];
  /** Ends all work in progress. */
  stop(): void;
}

export function createRunningWork(): RunningWork {
  const inProgress = new Map<string, { controller: AbortController; arrival: number }>();
  let arrivals = 0;
  /** Resolves when the last long run has ended or was stopped. */
  let ended: Promise<unknown> = Promise.resolve();

  const end = (kind: string) => inProgress.get(kind)?.controller.abort();

  function arrive(): Context["begin"] {
    const arrival = ++arrivals;
    return (kind) => {
      const last = inProgress.get(kind);
      if (last && last.arrival > arrival) return AbortSignal.abort();
      end(kind);
      const controller = new AbortController();
      inProgress.set(kind, { controller, arrival });
      return controller.signal;
    };
  }

  return {
    arrive,
    end,
    // Two long runs at a time would slow each other down.
    alone(work) {
      const signal = arrive()("run");
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
      for (const kind of inProgress.keys()) end(kind);
    },
  };
}
