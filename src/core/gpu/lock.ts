/**
 * A lock on a device: shared by work that only computes, exclusive for a timing. Requests are served in order, so a
 * timing waits only for work that has begun before it.
 */
export interface DeviceLock {
  /** Runs shared work. */
  share<T>(work: () => Promise<T>): Promise<T>;
  /** Runs exclusive work: a timing. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

const locks = new WeakMap<GPUDevice, DeviceLock>();

/** Returns the lock of a device, always the same one. */
export function lockOf(device: GPUDevice): DeviceLock {
  const lock = locks.get(device) ?? createLock();
  locks.set(device, lock);
  return lock;
}

export function createLock(): DeviceLock {
  /** The end of the last exclusive work, and of all shared work since. */
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
