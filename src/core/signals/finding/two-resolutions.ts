import { CaptureError } from "../../capture/capture-error.ts";
import type { Box } from "../detection.ts";
import type { SearchedStep } from "./resolution-search.ts";
import { binWidth, LONG_OVER_SHORT, type Resolution } from "./resolution.ts";
import { length, overlapInBand, overlapInTime } from "./segment-signal.ts";
import type { TrackedSignal } from "./segment-tracker.ts";

/** Width of a signal, in narrow bins, from which on wide bins show it better: packets of wide signals follow each other after short pauses. */
const WIDE = 512;
/** Shortest signal that narrow bins show better, in their transforms, and its least ratio to the noise in its strongest bin. */
const [LEAST_LENGTH, LEAST_PEAK] = [3, 3];
/** Share of a signal that is covered by others if it is a part of them. */
const COVERED = 0.5;
/** Wide bins by which a narrow signal seems wider, on each side, and largest ratio of the peaks of what is the same signal. */
const [BESIDE, SAME_POWER] = [3, 4];

interface Search {
  /** The long transforms. */
  resolution: Resolution;
  steps: AsyncGenerator<SearchedStep, void, undefined>;
}

/**
 * Joins a search with wide bins, which resolves times, and one with narrow bins, which resolves frequencies: narrow signals that last are
 * taken from the latter, all others from the former.
 */
export async function* atTwoResolutions(coarse: Search, fine: Search): AsyncGenerator<SearchedStep, void, undefined> {
  const choice = createChoice(coarse.resolution, fine.resolution);
  const [ofCoarse, ofFine] = [
    { ...coarse, take: choice.addCoarse, progress: 0, settled: 0 },
    { ...fine, take: choice.addFine, progress: 0, settled: 0 },
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
        found: choice.decided(ofCoarse.settled, ofFine.settled),
        settled: settled(),
        left: value.left,
        noiseDensity: next === ofCoarse ? value.noiseDensity : undefined,
        unsearched: value.unsearched,
        messages: value.messages,
      };
    }
    if (failure) throw failure;
  } finally {
    await Promise.all(both.map((one) => one.steps.return()));
  }
}

const width = ({ lowHz, highHz }: Box) => highHz - lowHz;

/** Decides which of two searches a signal is taken from. */
function createChoice(coarse: Resolution, fine: Resolution) {
  const wideHz = WIDE * binWidth(fine);
  /** Wide signals; signals of wide and of narrow bins that are not decided; signals of narrow bins that are taken. */
  let [wide, undecided, pending, taken]: TrackedSignal[][] = [[], [], [], []];
  const isLasting = (signal: TrackedSignal) =>
    width(signal) < wideHz && length(signal) >= LEAST_LENGTH * fine.length && signal.peak >= LEAST_PEAK;
  const isInWide = (signal: TrackedSignal) => {
    const time = wide
      .filter((other) => overlapInBand(signal, other) >= COVERED * width(signal))
      // A transform begins before a packet and ends after it.
      .map(({ start, stop }) => ({ ...signal, start: start - fine.length / 2, stop: stop + fine.length / 2 }))
      .reduce((sum, other) => sum + Math.max(0, overlapInTime(signal, other)), 0);
    return time >= COVERED * length(signal);
  };
  const isReplaced = (signal: TrackedSignal) => {
    // What is shorter than a transform is found with short ones, whose bins are wider.
    const bins = length(signal) < coarse.length ? BESIDE * LONG_OVER_SHORT : BESIDE;
    const area = taken
      .filter(({ peak }) => signal.peak <= SAME_POWER * peak)
      .reduce((sum, other) => {
        const time = Math.max(0, overlapInTime(signal, other));
        // For moments a signal is wider.
        const beside = bins * binWidth(coarse) + width(other) / 2;
        const around = { ...other, lowHz: other.lowHz - beside, highHz: other.highHz + beside };
        return sum + time * Math.max(0, overlapInBand(signal, around));
      }, 0);
    return area >= COVERED * length(signal) * width(signal);
  };
  return {
    addCoarse(signals: readonly TrackedSignal[]) {
      undecided.push(...signals);
      wide.push(...signals.filter((signal) => width(signal) >= wideHz));
    },
    addFine(signals: readonly TrackedSignal[]) {
      pending.push(...signals.filter(isLasting));
    },
    /** @param coarseSettled, fineSettled Samples before which no signal begins that is not known. */
    decided(coarseSettled: number, fineSettled: number): TrackedSignal[] {
      const isKnown = ({ stop }: Box) => stop <= coarseSettled;
      const own = pending.filter((signal) => isKnown(signal) && !isInWide(signal));
      pending = pending.filter((signal) => !isKnown(signal));
      taken.push(...own);
      const isDecided = (signal: Box) =>
        signal.stop <= fineSettled && !pending.some((other) => overlapInTime(signal, other) > 0);
      const others = undecided.filter((signal) => isDecided(signal) && !isReplaced(signal));
      undecided = undecided.filter((signal) => !isDecided(signal));
      // What ends before all that is not decided is not needed any longer.
      const first = [...undecided, ...pending].reduce(
        (least, { start }) => Math.min(least, start),
        Math.min(coarseSettled, fineSettled),
      );
      wide = wide.filter(({ stop }) => stop > first);
      taken = taken.filter(({ stop }) => stop > first);
      return [...own, ...others].sort((a, b) => a.stop - b.stop);
    },
  };
}
