import type { ErrorCount } from "./error-rates.ts";

/** All that a sweep over frames needs to go on where it stopped. */
export interface FrameSweepState<Config, Count extends ErrorCount> {
  config: Config;
  /** Index of the point, and of the first frame in it, that have not been run. */
  point: number;
  frame: number;
  /** [point][receiver] */
  counts: Count[][];
}

/** What tells one sweep over frames from another. */
export interface FrameSweep<Count extends ErrorCount> {
  points: number;
  /** Most frames a point. */
  frames: number;
  /** A point ends after the frame with which every receiver has this many in error; 0 runs all frames. */
  stopErrors: number;
  /** Frames that the device holds at a time. */
  most: number;
  /** Transmitter, channel and receivers for pages of so many frames. */
  open(page: number): Promise<FrameLink<Count>>;
}

export interface FrameLink<Count extends ErrorCount> {
  /** Runs a page from a frame on; gives what frame `i` of it adds to the counts of receiver `r`. */
  run(point: number, firstFrame: number): Promise<(count: Count, r: number, i: number) => void>;
  destroy(): void;
}

/** A step should last about so long: short enough to stop and to draw, long enough to fill a GPU. */
const STEP_MS = 40;
/** And so long at most, where a page twice as large costs little more: one frame alone may take a GPU longer than a step. */
const LONGEST_STEP_MS = 400;
const LITTLE_MORE = 1.5;
/** Frames of the first page, which tells how fast the device is. */
const TRIAL = 8;

/**
 * Runs a sweep from a state, one page of frames a step. All receivers work on the same frames. Pages grow until a step lasts
 * some 40 ms, or the device is busy; counts do not depend on them.
 *
 * Yields after each page; the state it yields resumes the sweep on any device. Ends early, without an error, when the signal
 * aborts: what has been yielded is valid.
 *
 * @throws OutOfMemoryError (ask again with smaller pages) and DeviceLostError (resume on a new device).
 */
export async function* sweepFrames<State extends FrameSweepState<unknown, Count>, Count extends ErrorCount>(
  start: State,
  sweep: FrameSweep<Count>,
  { signal, page: largest = Infinity }: { signal?: AbortSignal; page?: number } = {},
): AsyncGenerator<{ state: State; progress: number; done: boolean }> {
  const state = structuredClone(start);
  const most = Math.max(1, Math.min(largest, sweep.most, sweep.frames));
  let page = Math.min(TRIAL, most);
  /** Milliseconds of the pages before the last growth. */
  let before = Infinity;
  const step = () => {
    const done = state.point >= sweep.points;
    // A stop rule may end points earlier than that.
    const progress = done ? 1 : (state.point + state.frame / sweep.frames) / sweep.points;
    return { state: structuredClone(state), progress, done };
  };
  if (state.point >= sweep.points) {
    yield step();
    return;
  }
  let link = await sweep.open(page);
  try {
    while (state.point < sweep.points) {
      if (signal?.aborted) return;
      const begun = performance.now();
      const add = await link.run(state.point, state.frame);
      const ms = performance.now() - begun;
      const enough = count(add);
      if (enough || state.frame >= sweep.frames) {
        state.point++;
        state.frame = 0;
      }
      yield step();
      const idle = ms < STEP_MS / 2 || (ms < LONGEST_STEP_MS / 2 && ms < LITTLE_MORE * before);
      if (page < most && idle && state.point < sweep.points) {
        before = ms;
        page = Math.min(most, 2 * page);
        link.destroy();
        link = await sweep.open(page);
      }
    }
  } finally {
    link.destroy();
  }

  /** Adds a page frame by frame; true when the stop rule was met, whatever the page holds beyond. */
  function count(add: (count: Count, r: number, i: number) => void): boolean {
    const totals = state.counts[state.point];
    const frames = Math.min(page, sweep.frames - state.frame);
    for (let i = 0; i < frames; i++) {
      for (const [r, total] of totals.entries()) add(total, r, i);
      state.frame++;
      if (sweep.stopErrors > 0 && totals.every(({ frameErrors }) => frameErrors >= sweep.stopErrors)) return true;
    }
    return false;
  }
}

/** Adds a frame in which `errors` of `bits` bits are wrong. */
export function addFrame(count: ErrorCount, bits: number, errors: number): void {
  count.frames++;
  count.bits += bits;
  count.errors += errors;
  count.frameErrors += Number(errors > 0);
}
