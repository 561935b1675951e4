/** Milliseconds from the beginning of one draw to the beginning of the next, at least: ten draws per second. */
const LEAST_PERIOD_MS = 100;
/** A draw is followed by a pause of this many times its GPU's time, so live draws take a quarter of the GPU's time. */
const PAUSE_PER_GPU_MS = 3;
/** The same for the draw's whole duration, so that half of the time is left for the page. */
const PAUSE_PER_MS = 1;

/** Time, and a way to wait. Tests bring their own. */
export interface Clock {
  now(): number;
  /** Calls back after some milliseconds, and returns a function that cancels this. */
  after(ms: number, run: () => void): () => void;
}

export interface Schedule {
  start(): void;
  /** A draw that is running ends, but no other one begins. */
  stop(): void;
}

interface Options {
  clock: Clock;
  /** Whether a draw may begin now. If not, the schedule asks again after the least period. */
  ready(): boolean;
  /** Draws once and returns the milliseconds of the GPU. After a failure the schedule stops. */
  draw(): Promise<number>;
  failed(error: unknown): void;
}

/**
 * Returns a schedule that draws again and again: up to ten times per second, in at most half of the time and a quarter
 * of the GPU's.
 */
export function createSchedule({ clock, ready, draw, failed }: Options): Schedule {
  let cancel: (() => void) | undefined;
  let run = 0;
  const wait = (ms: number) => (cancel = clock.after(ms, () => void next()));
  async function next(): Promise<void> {
    cancel = undefined;
    if (!ready()) return void wait(LEAST_PERIOD_MS);
    const mine = run;
    const begun = clock.now();
    let gpuMs: number;
    try {
      gpuMs = await draw();
    } catch (error) {
      if (mine === run) {
        run++;
        failed(error);
      }
      return;
    }
    const took = clock.now() - begun;
    if (mine === run) wait(Math.max(LEAST_PERIOD_MS - took, PAUSE_PER_MS * took, PAUSE_PER_GPU_MS * gpuMs));
  }
  return {
    start() {
      cancel?.();
      run++;
      wait(0);
    },
    stop() {
      cancel?.();
      cancel = undefined;
      run++;
    },
  };
}
