/** Shares a thread between long work and whatever else waits for it. */
export interface Turns {
  /** True when the work has had the thread long enough. */
  due(): boolean;
  /** Lets what waits go first. */
  pass(): Promise<void>;
}

export function createTurns(ms = 20): Turns {
  let since = performance.now();
  return {
    due: () => performance.now() - since >= ms,
    async pass() {
      // A promise that is fulfilled already would go before any message.
      await new Promise<void>((resolve) => {
        setTimeout(resolve, 0);
      });
      since = performance.now();
    },
  };
}
