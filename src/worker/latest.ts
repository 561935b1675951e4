/**
 * Runs at most one call at a time. While it runs only the newest request waits; a request that a newer one has overtaken
 * resolves to undefined. For live figures: however fast a slider moves, the last position is always computed.
 */
export function latestWins<A, R>(run: (argument: A) => Promise<R>): (argument: A) => Promise<R | undefined> {
  interface Request {
    argument: A;
    resolve(result: R | undefined): void;
    reject(reason: unknown): void;
  }
  let running = false;
  let waiting: Request | undefined;

  function next() {
    const request = waiting;
    waiting = undefined;
    running = request !== undefined;
    if (request) void run(request.argument).then(request.resolve, request.reject).finally(next);
  }
  return (argument) =>
    new Promise((resolve, reject) => {
      waiting?.resolve(undefined);
      waiting = { argument, resolve, reject };
      if (!running) next();
    });
}
