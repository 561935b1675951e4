import { createTurns } from "../flow/turns.ts";

/** A design that can be left and gone on with every few milliseconds; it says the number of taps that it is at. */
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
  /** Told of the taps at work in each pause. */
  onTaps?(taps: number): void;
}

/**
 * The design, with pauses in which other work of the thread gets its turn.
 *
 * @throws The signal's reason when it aborts.
 */
export async function inSlices<T>(design: Sliced<T>, { signal, onTaps }: SliceOptions = {}): Promise<T> {
  const turns = createTurns();
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = design.next();
    if (done) return value;
    if (!turns.due()) continue;
    onTaps?.(value);
    await turns.pass();
  }
}
