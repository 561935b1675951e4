import {
  type GridPlace,
  length,
  mean,
  overlapInBand,
  overlapInTime,
  type SegmentSignal,
  timeOfFrames,
} from "../segment-signal.ts";
import { type RatioGrid, zeroOf } from "../regions.ts";
import { binWidth, type Resolution } from "../resolution.ts";
import type { SignalWithin } from "./signal-within.ts";

/** Distance, in transforms, of the edges of a signal and of another one that covers it from there on; of one within another, whose edges are found in blocks; and least length of each. */
const [EDGE, INNER_EDGE, LEAST_LENGTH] = [1.5, 3, 4];
/** Common share of the bands of two parts of one signal, of the wider one's. */
const SAME_BAND = 0.6;
/** Least share of the time of a signal within another one in which a signal beside is on, and the distance to which that one's band reaches, in its widths. */
const [SHOWN_TIME, BESIDE] = [0.8, 0.2];
/** Least ratio of the densities of a signal and its side lobes. */
const LOBE = 10;
/** Least share of a signal's band that another one covers, and least width of that one, relative to the signal's. */
const [COVERED_BAND, WIDER] = [0.6, 1.5];

/** Returns the signal within another one. What covers it counts as its noise. */
export function innerSignal(
  { time, band: [low, high], without, sd, with: power }: SignalWithin,
  grid: RatioGrid,
  place: GridPlace,
): SegmentSignal {
  const { resolution, floor } = place;
  const bin = binWidth(resolution);
  const [start, stop] = timeOfFrames(time, place);
  const noise = mean(floor.shape, low, high);
  const noiseDensity = noise * (without + mean(floor.gain, ...time));
  return {
    start: Math.round(start),
    stop: Math.round(stop),
    lowHz: (low - 0.5 - zeroOf(grid)) * bin,
    highHz: (high - 0.5 - zeroOf(grid)) * bin,
    noiseDensity,
    noiseSd: sd,
    power: (power - without) * noise * (high - low) * bin,
    peak: (power * noise) / noiseDensity,
    peakHz: ((low + high - 1) / 2 - zeroOf(grid)) * bin,
    isCovered: true,
    notes: new Set(["overlap"]),
    carriers: [],
  };
}

/** Power of a signal within another one, relative to that, from which it spoils the evidence for the class; and least clear share of the time, and values of 1 over the bandwidth. */
const [SPOILING, CLEAR_SHARE, CLEAR_VALUES] = [0.02, 0.2, 500];

/** Returns the longer time of a signal before or after what lies within it; undefined if that is weak, or the time is short. */
export function clearOf(
  signal: SegmentSignal,
  inner: SegmentSignal,
  { length: window, sampleRateHz }: Resolution,
): SegmentSignal["clear"] {
  if (inner.power < SPOILING * signal.power) return undefined;
  const before = [signal.start, inner.start - window] as const;
  const after = [inner.stop + window, signal.stop] as const;
  const clear = before[1] - before[0] > after[1] - after[0] ? before : after;
  const samples = clear[1] - clear[0];
  const least = (CLEAR_VALUES * sampleRateHz) / width(signal);
  return samples >= Math.max(least, CLEAR_SHARE * length(signal)) ? clear : undefined;
}

/**
 * Joins the parts of signals that others cover: what lies before and after a stronger signal in the same band, and what lies within it and continues
 * outside. They are measured where nothing covers them.
 *
 * @param signals Is changed.
 * @param inner What was found within others, its hosts.
 */
export function addCovered(
  signals: SegmentSignal[],
  inner: readonly { part: SegmentSignal; host: SegmentSignal }[],
  { length: window }: Resolution,
): void {
  const isAt = (a: number, b: number, within = EDGE) => Math.abs(a - b) <= within * window;
  const isLong = (signal: SegmentSignal) => length(signal) >= LEAST_LENGTH * window;
  const isSame = (a: SegmentSignal, b: SegmentSignal) =>
    overlapInBand(a, b) >= SAME_BAND * Math.max(width(a), width(b));
  // A signal beside reaches into the band, or two signals hold the same one.
  const reaches = (signal: SegmentSignal, part: SegmentSignal) =>
    overlapInTime(signal, part) >= SHOWN_TIME * length(part) && overlapInBand(signal, part) > -BESIDE * width(signal);
  // Side lobes of a far stronger one are on while it is.
  const isLobe = (signal: SegmentSignal, part: SegmentSignal, host: SegmentSignal) =>
    signal.power * width(part) > LOBE * part.power * width(signal) &&
    isAt(Math.max(signal.start, host.start), part.start, INNER_EDGE) &&
    isAt(Math.min(signal.stop, host.stop), part.stop, INNER_EDGE);
  const replace = (parts: readonly SegmentSignal[], whole: SegmentSignal) => {
    for (const part of parts) signals.splice(signals.indexOf(part), 1);
    signals.push(whole);
  };
  for (const { part, host } of inner) {
    const isShown = signals.some((signal) => signal !== host && (reaches(signal, part) || isLobe(signal, part, host)));
    if (isShown) continue;
    const outside = signals.find(
      (signal) =>
        isLong(signal) &&
        isSame(signal, part) &&
        (isAt(signal.stop, part.start, INNER_EDGE) || isAt(signal.start, part.stop, INNER_EDGE)),
    );
    if (outside) replace([outside], joined(outside, part));
    else signals.push(part);
  }
  for (const cover of signals.filter(isLong)) {
    const isPart = (signal: SegmentSignal) =>
      isLong(signal) &&
      WIDER * width(signal) <= width(cover) &&
      overlapInBand(cover, signal) >= COVERED_BAND * width(signal);
    for (const before of signals.filter((signal) => isPart(signal) && isAt(signal.stop, cover.start))) {
      const after = signals.find(
        (signal) => isPart(signal) && isAt(signal.start, cover.stop) && isSame(before, signal),
      );
      // What was joined over another signal is replaced already.
      if (after && signals.includes(before)) replace([before, after], joined(before, after));
    }
  }
}

const width = ({ lowHz, highHz }: SegmentSignal) => highHz - lowHz;

/** Returns the whole of two parts, which is measured in the longer clear one. */
function joined(clear: SegmentSignal, other: SegmentSignal): SegmentSignal {
  const longest = !other.isCovered && length(other) > length(clear) ? other : clear;
  return {
    ...longest,
    start: Math.min(clear.start, other.start),
    stop: Math.max(clear.stop, other.stop),
    clear: longest.clear ?? [longest.start, longest.stop],
    notes: new Set([...clear.notes, ...other.notes, "overlap"]),
  };
}
