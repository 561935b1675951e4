/** A design that can be left and gone on with every few milliseconds; it says the number of taps that it is at. */
export type Sliced<T> = Generator<number, T, void>;

/** Milliseconds that a design holds its thread at a time. */
const SLICE_MS = 20;

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
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = slice(design);
    if (done) return value;
    onTaps?.(value);
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 0);
    });
  }
}

function slice<T>(design: Sliced<T>): IteratorResult<number, T> {
  const start = performance.now();
  for (;;) {
    const result = design.next();
    if (result.done || performance.now() - start >= SLICE_MS) return result;
  }
}
