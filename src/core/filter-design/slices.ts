import { createTimeSlice } from "../thread/time-slice.ts";

/** A design that pauses every few milliseconds and reports the number of taps that it tries. */
export type Sliced<T> = Generator<number, T, void>;

/** The design, without a pause. */
export function atOnce<T>(design: Sliced<T>): T {
  for (;;) {
    const { done, value } = design.next();
    if (done) return value;
  }
}

export interface SliceOptions {
  signal?: AbortSignal;
  /** Called in each pause with the number of taps. */
  onTaps?(taps: number): void;
}

/** Runs the design with pauses for other work of the thread.
 *
 * @throws The signal's reason when it aborts.
 */
export async function inSlices<T>(design: Sliced<T>, { signal, onTaps }: SliceOptions = {}): Promise<T> {
  const turns = createTimeSlice();
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = design.next();
    if (done) return value;
    if (!turns.due()) continue;
    onTaps?.(value);
    await turns.pass();
  }
}
