import { CaptureError } from "../../../capture/capture-error.ts";
import type { Box } from "../../detection.ts";
import type { SearchedStep } from "../resolution-search.ts";
import { overlapInTime } from "../segment-signal.ts";
import type { TrackedSignal } from "../segment-tracker.ts";

type Search = AsyncGenerator<SearchedStep, void, undefined>;

/** Decides which of two searches shows a signal better. */
export interface ResolutionChoice {
  /** Samples by which signals of narrow bins may begin before their starts, and end after their stops. */
  margin: number;
  /** Tells whether a signal of narrow bins may be taken. */
  mayBeTaken(signal: TrackedSignal): boolean;
  /** Tells whether a signal of wide bins is compared with signals of narrow bins. */
  mayHold(signal: TrackedSignal): boolean;
  /** Tells whether signals of wide bins hold one of narrow bins. @param all All of narrow bins. */
  isPart(signal: TrackedSignal, wide: readonly TrackedSignal[], all: readonly TrackedSignal[]): boolean;
  /** Tells whether signals of narrow bins show all of one of wide bins. */
  isReplaced(signal: TrackedSignal, taken: readonly TrackedSignal[]): boolean;
}

/**
 * Joins a search with wide bins, which resolves times, and one with narrow bins, which resolves frequencies: each signal
 * is taken from the one that shows it better.
 */
export async function* atTwoResolutions(
  { coarse, fine }: Readonly<Record<"coarse" | "fine", Search>>,
  choice: ResolutionChoice,
): Search {
  const chosen = createChosen(choice);
  const [ofCoarse, ofFine] = [
    { steps: coarse, take: chosen.addCoarse, progress: 0, settled: 0 },
    { steps: fine, take: chosen.addFine, progress: 0, settled: 0 },
  ];
  const both = [ofCoarse, ofFine];
  const progress = () => Math.min(...both.map((one) => one.progress));
  const settled = () => Math.min(...both.map((one) => one.settled));
  let waiting = both;
  let failure: CaptureError | undefined;
  try {
    while (waiting.length > 0) {
      // The one that is behind.
      const next = waiting.reduce((a, b) => (b.progress < a.progress ? b : a));
      // Where the file has become shorter, the other search has signals before that place, too.
      const { value, done } = await next.steps.next().catch((error: unknown) => {
        if (!(error instanceof CaptureError)) throw error;
        failure ??= error;
        return { value: undefined, done: true as const };
      });
      if (done) {
        waiting = waiting.filter((one) => one !== next);
        continue;
      }
      next.take(value.found);
      [next.progress, next.settled] = [value.progress, value.settled];
      yield {
        progress: progress(),
        found: chosen.decided(ofCoarse.settled, ofFine.settled),
        settled: settled(),
        left: value.left,
        noiseDensity: next === ofCoarse ? value.noiseDensity : undefined,
        // Both search all samples.
        unsearched: next === ofCoarse ? value.unsearched : undefined,
        messages: value.messages,
      };
    }
    if (failure) throw failure;
  } finally {
    await Promise.all(both.map((one) => one.steps.return()));
  }
}

/** The signals of two searches until it is decided which of them are taken. */
function createChosen({ margin, mayBeTaken, mayHold, isPart, isReplaced }: ResolutionChoice) {
  /** Signals of wide bins that may hold others; signals of wide and of narrow bins that are not decided; signals of narrow bins that are taken. */
  let [wide, undecided, pending, taken]: TrackedSignal[][] = [[], [], [], []];
  return {
    addCoarse(signals: readonly TrackedSignal[]) {
      undecided.push(...signals);
      wide.push(...signals.filter(mayHold));
    },
    addFine(signals: readonly TrackedSignal[]) {
      pending.push(...signals.filter(mayBeTaken));
    },
    /** @param coarseSettled, fineSettled Samples before which no signal begins that is not known. */
    decided(coarseSettled: number, fineSettled: number): TrackedSignal[] {
      const isKnown = ({ stop }: Box) => stop <= coarseSettled;
      const all = [...taken, ...pending];
      const own = pending.filter((signal) => isKnown(signal) && !isPart(signal, wide, all));
      pending = pending.filter((signal) => !isKnown(signal));
      taken.push(...own);
      const isDecided = (signal: Box) =>
        signal.stop + margin <= fineSettled && !pending.some((other) => overlapInTime(signal, other) > -margin);
      const others = undecided.filter((signal) => isDecided(signal) && !isReplaced(signal, taken));
      undecided = undecided.filter((signal) => !isDecided(signal));
      // What ends before all that is not decided is not needed any longer.
      const first = [...undecided, ...pending].reduce(
        (least, { start }) => Math.min(least, start),
        Math.min(coarseSettled, fineSettled),
      );
      wide = wide.filter(({ stop }) => stop > first);
      taken = taken.filter(({ stop }) => stop + margin > first);
      return [...own, ...others].sort((a, b) => a.stop - b.stop);
    },
  };
}
