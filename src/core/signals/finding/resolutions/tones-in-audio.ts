import type { Box } from "../../detection.ts";
import { bandInCommon } from "./narrow-signals.ts";
import type { Resolution } from "../resolution.ts";
import { length, overlapAround, overlapInTime } from "../segment-signal.ts";
import type { TrackedSignal } from "../segment-tracker.ts";
import type { ResolutionChoice } from "./two-resolutions.ts";

/** Widest signal that narrow bins show better, Hz: two tones of radio teletype, 450 Hz apart. */
const WIDEST_HZ = 750;
/** Shortest signal that is no keying and that narrow bins show better, seconds: syllables are shorter. */
const LASTING_S = 0.5;
/** Its least ratio to the noise in its strongest bin. */
const LEAST_PEAK = 3;
/** Share of a signal's band as wide bins show it that a narrow one holds at least: the edges of marks are wide. */
const IN_BAND = 1 / 3;
/** Share of a signal that is covered by others; and share of a signal's power that others have if it holds nothing else. */
const [COVERED, SAME_POWER] = [0.5, 0.5];

const width = ({ lowHz, highHz }: Box) => highHz - lowHz;

/** In audio, slow keying and narrow signals that last are taken from narrow bins, if they have most of the power that wide bins show at their place. */
export function choiceOfTones(coarse: Resolution, fine: Resolution): ResolutionChoice {
  const margin = fine.hop;
  // The noise between marks varies with them as wide bins show it: what is shorter than a narrow bin's transform is no other signal.
  const inCommon = (signal: TrackedSignal, narrow: TrackedSignal) =>
    length(signal) < fine.length
      ? Math.max(0, overlapInTime(signal, { start: narrow.start - margin, stop: narrow.stop + margin }))
      : timeOn(signal, narrow);
  /** Tells whether signals of narrow bins explain one of wide bins. */
  const isExplained = (signal: TrackedSignal, narrow: readonly TrackedSignal[]) => {
    const energy = narrow
      .filter((other) => bandInCommon(signal, other, coarse, fine.length) >= IN_BAND * width(signal))
      .reduce((sum, other) => sum + other.power * inCommon(signal, other), 0);
    return energy >= SAME_POWER * signal.power * length(signal);
  };
  return {
    margin,
    mayBeTaken: (signal) =>
      (signal.isModulated || width(signal) < WIDEST_HZ) &&
      (signal.marks !== undefined || length(signal) >= LASTING_S * fine.sampleRateHz) &&
      signal.peak >= LEAST_PEAK,
    mayHold: () => true,
    isPart(signal, wide, all) {
      // Nothing else is keyed like this.
      if (signal.marks) return false;
      const timeOf = (areExplained: boolean) =>
        wide
          .filter(
            (other) => overlapAround(signal, other, fine.sampleRateHz) > 0 && isExplained(other, all) === areExplained,
          )
          .reduce((sum, other) => sum + Math.max(0, overlapInTime(signal, other)), 0);
      // Wide bins may show nothing of a carrier at frequency 0, where the receiver's constant lies.
      if (signal.isModulated) return timeOf(false) >= COVERED * length(signal);
      // What wide bins do not show at its place may be a harmonic of keyed levels, or lie beyond the end of a filter.
      return timeOf(true) < COVERED * length(signal);
    },
    isReplaced: isExplained,
  };
}

/** Returns the samples of a signal in which a narrow one is on. */
function timeOn({ start, stop }: Box, narrow: TrackedSignal): number {
  const marks = narrow.marks ?? [[narrow.start, narrow.stop] as const];
  let [first, end] = [0, marks.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (marks[middle][1] <= start) first = middle + 1;
    else end = middle;
  }
  let sum = 0;
  for (let i = first; i < marks.length && marks[i][0] < stop; i++) {
    sum += Math.min(marks[i][1], stop) - Math.max(marks[i][0], start);
  }
  return sum;
}
