/** Waits that a stop ends at once. */
export interface Sleeper {
  readonly isStopped: boolean;
  /** Waits for some milliseconds. */
  sleep(ms: number): Promise<void>;
  /** Waits until the function that `begin` gets is called. */
  until(begin: (wake: () => void) => void): Promise<void>;
}

/** It listens to its signal once, so that a long run with many waits needs no more memory. */
export function createSleeper(signal: AbortSignal): Sleeper {
  const waiting = new Set<() => void>();
  signal.addEventListener("abort", () => {
    for (const wake of waiting) wake();
  });
  const until: Sleeper["until"] = async (begin) => {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        waiting.delete(wake);
        resolve();
      };
      waiting.add(wake);
      begin(wake);
    });
  };
  return {
    get isStopped() {
      return signal.aborted;
    },
    until,
    async sleep(ms) {
      if (ms > 0) await until((wake) => setTimeout(wake, ms));
    },
  };
}
