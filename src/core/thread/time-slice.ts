import { afterUrgent } from "./urgent.ts";

/** Shares a thread between long work and other waiting work. */
export interface TimeSlice {
  /** Returns true if the work has used the thread long enough. */
  due(): boolean;
  /** Lets other waiting work run first, and all work that a person waits for: see `urgently`. */
  pass(): Promise<void>;
}

export function createTimeSlice(ms = 20): TimeSlice {
  let since = performance.now();
  return {
    due: () => performance.now() - since >= ms,
    async pass() {
      // A fulfilled promise would continue before any message.
      await new Promise<void>((resolve) => {
        setTimeout(resolve, 0);
      });
      await afterUrgent();
      since = performance.now();
    },
  };
}
