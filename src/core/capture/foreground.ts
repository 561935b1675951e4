/** Work that a person waits for. Long work in the background pauses meanwhile. */
export interface Foreground {
  /** Does work that a person waits for. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when no such work is in progress. */
  idle(): Promise<void>;
}

export function createForeground(): Foreground {
  const running = new Set<Promise<unknown>>();
  return {
    async run(work) {
      const answer = work();
      running.add(answer);
      try {
        return await answer;
      } finally {
        running.delete(answer);
      }
    },
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
