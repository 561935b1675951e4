export interface LatestOptions {
  /** Milliseconds after which a newer request may abort a call and replace it. Default: never. */
  patience?: number;
}

/**
 * Returns a function that runs the newest request. While a call runs, only the newest request waits. A request that a
 * newer one replaces resolves to undefined. So the last position of a slider is always computed, however fast it moves.
 *
 * @param run Its signal aborts when a newer request has replaced the call. What the call still returns is ignored.
 */
export function latestWins<A, R>(
  run: (argument: A, signal: AbortSignal) => Promise<R>,
  { patience = Infinity }: LatestOptions = {},
): (argument: A) => Promise<R | undefined> {
  interface Request {
    argument: A;
    resolve(result: R | undefined): void;
    reject(reason: unknown): void;
  }
  let running: { begun: number; controller: AbortController } | undefined;
  let waiting: Request | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function next() {
    clearTimeout(timer);
    timer = undefined;
    const request = waiting;
    waiting = undefined;
    if (!request) {
      running = undefined;
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const mine = { begun: performance.now(), controller };
    running = mine;
    void run(request.argument, signal)
      .then(
        (result) => request.resolve(signal.aborted ? undefined : result),
        (error) => (signal.aborted ? request.resolve(undefined) : request.reject(error)),
      )
      .finally(() => running === mine && next());
  }
  function overtake() {
    running?.controller.abort();
    next();
  }
  return (argument) =>
    new Promise((resolve, reject) => {
      waiting?.resolve(undefined);
      waiting = { argument, resolve, reject };
      if (!running) next();
      else if (patience < Infinity) timer ??= setTimeout(overtake, patience - (performance.now() - running.begun));
    });
}
