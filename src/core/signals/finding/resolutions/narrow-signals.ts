import type { Box } from "../../detection.ts";
import { binWidth, LONG_OVER_SHORT, type Resolution } from "../resolution.ts";
import { length, overlapAround, overlapInTime } from "../segment-signal.ts";
import type { TrackedSignal } from "../segment-tracker.ts";
import type { ResolutionChoice } from "./two-resolutions.ts";

/** Width of a signal, in narrow bins, from which on wide bins show it better: packets of wide signals follow each other after short pauses. */
const WIDE = 512;
/** Shortest signal that narrow bins show better, in their transforms, and its least ratio to the noise in its strongest bin. */
const [LEAST_LENGTH, LEAST_PEAK] = [3, 3];
/** Share of a signal that is covered by others if it is a part of them. */
const COVERED = 0.5;
/** Wide bins by which a narrow signal seems wider, on each side, and largest ratio of the peaks of what is the same signal. */
export const [BESIDE, SAME_POWER] = [3, 4];

const width = ({ lowHz, highHz }: Box) => highHz - lowHz;

/** At high rates, narrow signals that last are taken from narrow bins, all others from wide ones. */
export function choiceOfNarrow(coarse: Resolution, fine: Resolution): ResolutionChoice {
  const wideHz = WIDE * binWidth(fine);
  return {
    margin: 0,
    mayBeTaken: (signal) =>
      width(signal) < wideHz && length(signal) >= LEAST_LENGTH * fine.length && signal.peak >= LEAST_PEAK,
    mayHold: (signal) => width(signal) >= wideHz,
    isPart(signal, wide) {
      const time = wide
        .filter((other) => overlapAround(signal, other, fine.sampleRateHz) >= COVERED * width(signal))
        // A transform begins before a packet and ends after it.
        .map(({ start, stop }) => ({ ...signal, start: start - fine.length / 2, stop: stop + fine.length / 2 }))
        .reduce((sum, other) => sum + Math.max(0, overlapInTime(signal, other)), 0);
      return time >= COVERED * length(signal);
    },
    isReplaced(signal, taken) {
      const area = taken
        .filter(({ peak }) => signal.peak <= SAME_POWER * peak)
        .reduce(
          (sum, other) => sum + Math.max(0, overlapInTime(signal, other)) * bandInCommon(signal, other, coarse),
          0,
        );
      return area >= COVERED * length(signal) * width(signal);
    },
  };
}

/**
 * Returns the band that a signal of wide bins has in common with one of narrow bins as wide bins show it.
 *
 * @param short Length of what may have been found with short transforms, whose bins are wider. Default: a transform.
 */
export function bandInCommon(signal: TrackedSignal, narrow: Box, coarse: Resolution, short = coarse.length): number {
  const bins = length(signal) < short ? BESIDE * LONG_OVER_SHORT : BESIDE;
  // For moments a signal is wider.
  const beside = bins * binWidth(coarse) + width(narrow) / 2;
  const around = { ...narrow, lowHz: narrow.lowHz - beside, highHz: narrow.highHz + beside };
  return Math.max(0, overlapAround(signal, around, coarse.sampleRateHz));
}
