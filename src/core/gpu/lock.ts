/**
 * Who may use a device: many at a time that only compute, or one alone that measures how long something takes. Whoever asks
 * first is served first, so that a timing waits for no more than what has begun.
 */
export interface DeviceLock {
  /** Runs work that others may run beside. */
  share<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work beside which nothing else runs: a timing. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

const locks = new WeakMap<GPUDevice, DeviceLock>();

/** The lock of a device; the same one for all who ask. */
export function lockOf(device: GPUDevice): DeviceLock {
  const lock = locks.get(device) ?? createLock();
  locks.set(device, lock);
  return lock;
}

export function createLock(): DeviceLock {
  /** The end of the last work that ran alone, and of all shared work since. */
  let alone: Promise<unknown> = Promise.resolve();
  let shared: Promise<unknown> = Promise.resolve();
  const quiet = (work: Promise<unknown>) => work.catch(() => {});
  return {
    share(work) {
      const running = alone.then(work);
      shared = Promise.all([shared, quiet(running)]);
      return running;
    },
    alone(work) {
      const running = Promise.all([alone, shared]).then(work);
      alone = quiet(running);
      return running;
    },
  };
}
