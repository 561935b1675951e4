/** Shares a thread between long work and other waiting work. */
export interface Turns {
  /** Returns true if the work has used the thread long enough. */
  due(): boolean;
  /** Lets other waiting work run first. */
  pass(): Promise<void>;
}

export function createTurns(ms = 20): Turns {
  let since = performance.now();
  return {
    due: () => performance.now() - since >= ms,
    async pass() {
      // A fulfilled promise would continue before any message.
      await new Promise<void>((resolve) => {
        setTimeout(resolve, 0);
      });
      since = performance.now();
    },
  };
}
