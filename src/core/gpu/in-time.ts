/**
 * Resolves when work has ended, the time is over, or the signal aborts. A compiler cannot be stopped; it then ends unheard.
 *
 * @param end A time of `performance.now()`.
 */
export function inTime(
  { end = Infinity, signal }: { end?: number; signal?: AbortSignal },
  work: Promise<unknown>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = end < Infinity ? setTimeout(done, end - performance.now()) : undefined;
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
    signal?.addEventListener("abort", done);
    work.then(done, (error: unknown) => {
      reject(error as Error);
      done();
    });
    if (signal?.aborted) done();
  });
}
