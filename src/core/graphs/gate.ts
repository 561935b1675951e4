import type { Sleeper } from "./sleeper.ts";

/** Holds a run between two pages. */
export interface Gate {
  readonly isPaused: boolean;
  pause(): void;
  /** Resumes the run: for some pages, after which it pauses again, or without end. */
  open(pages?: number): void;
  /** Resolves when the next page may be computed; at once if the run is stopped. */
  pass(sleeper: Sleeper): Promise<void>;
}

/** @param pages Pages before the first pause. Default: no limit. */
export function createGate(pages = Infinity): Gate {
  let left = pages;
  let wake = () => {};
  const isPaused = () => left <= 0;
  return {
    get isPaused() {
      return isPaused();
    },
    pause() {
      left = 0;
    },
    open(pages = Infinity) {
      left = pages;
      wake();
    },
    async pass(sleeper) {
      while (isPaused() && !sleeper.isStopped) await sleeper.until((resume) => (wake = resume));
      left--;
    },
  };
}
