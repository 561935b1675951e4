/**
 * Runs at most one call at a time. While it runs only the newest request waits; a request that a newer one has overtaken
 * resolves to undefined. For live figures: however fast a slider moves, the last position is always computed.
 */
export function latestWins<A, R>(run: (argument: A) => Promise<R>): (argument: A) => Promise<R | undefined> {
  let running: Promise<unknown> = Promise.resolve();
  let busy = false;
  let newest = 0;
  return async (argument) => {
    const mine = ++newest;
    while (busy) {
      await running;
      if (mine !== newest) return undefined;
    }
    busy = true;
    const result = run(argument);
    running = result.then(
      () => (busy = false),
      () => (busy = false),
    );
    return result;
  };
}
