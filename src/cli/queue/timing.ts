/** Time after which a worker that stopped renewing its lock loses its job, ms. */
export const LOCK_MS = 6000;
/** Time between two searches for such jobs, ms. */
export const STALLED_MS = 3000;
/** Time after which a scheduler that is gone is replaced, ms. */
export const KEEPER_MS = 2500;
/** Time between two looks at new results, ms. */
export const TICK_MS = 100;
/** Time after which a job without a result is looked for in the queue, ms. A job waits there for about four seconds. */
export const LATE_MS = 10_000;
/** Jobs per second that one Redis carries with ease. Larger fleets get jobs of several ranges. */
export const EASY_JOBS_PER_SECOND = 2000;
/** Time between two announcements of a worker, ms, and time after which one that announces itself no more does not count. */
export const ANNOUNCE_MS = 5000;
export const ANNOUNCED_MS = 15_000;
