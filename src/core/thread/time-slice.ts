import { afterUrgent } from "./urgent.ts";

/** Shares a thread between long work and other waiting work. */
export interface TimeSlice {
  /** Returns true if the work has used the thread long enough. */
  due(): boolean;
  /** Lets other waiting work run first, and all work that a person waits for: see `urgently`. @throws The signal's reason once it has aborted. */
  pass(): Promise<void>;
}

/** Milliseconds after which a slice is due. */
const SLICE_MS = 20;

/** @param signal Ends the work at its next pass. */
export function createTimeSlice(signal?: AbortSignal): TimeSlice {
  let since = performance.now();
  return {
    due: () => performance.now() - since >= SLICE_MS,
    async pass() {
      // A fulfilled promise would continue before any message.
      await new Promise<void>((resolve) => {
        setTimeout(resolve, 0);
      });
      signal?.throwIfAborted();
      await afterUrgent();
      signal?.throwIfAborted();
      since = performance.now();
    },
  };
}
