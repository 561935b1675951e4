import type { Box, FoundSignal } from "../detection.ts";
import type { Resolution } from "./resolution.ts";
import { inBand, nearTo, overlapAround, overlapInTime, type SegmentSignal } from "./segment-signal.ts";

/** Frames by which the bound of a segment may move a signal's edge; and frames at a segment's end, or its beginning, in which a signal is not over: a train of pulses may have such a pause. */
const [GUARD, PAUSE] = [4, 40];
/** Frames by which the start of a signal differs in two segments. */
const SAME_START = 2;
/** Common share of the bands of a signal and its continuation, of the narrower one's; and least share of a signal's time in which a reported one was on: another signal may begin in its band as it ends. */
const [SAME_BAND, SAME_TIME] = [0.5, 0.5];

/** Transforms of a part at a bound that shows the signal's band. */
const LEAST_LENGTH = 3;

/** A signal with what is needed to compare it with others. */
export interface TrackedSignal extends FoundSignal {
  /** Largest mean ratio of a bin to the noise. */
  peak: number;
  /** Frequency of that bin. */
  peakHz: number;
  /** Mean power. */
  power: number;
  /** A carrier whose sidebands were found: their phases show that they modulate it. */
  isModulated?: boolean;
  /** Samples [start, stop) of the marks of slow keying, in order; undefined if it was not found by its marks. */
  marks?: readonly (readonly [start: number, stop: number])[];
}

const width = ({ lowHz, highHz }: Box) => highHz - lowHz;

/**
 * Joins signals over the bounds of segments, and reports each once. A signal that the next segment finds again from its start is left to
 * it: there it is not cut, and neither are its pauses. @param from, to Samples of the recording.
 */
export function createTracker(from: number, to: number, resolution: Resolution) {
  const { hop, length, sampleRateHz } = resolution;
  const isSameBand = (a: Box, b: Box) => overlapAround(a, b, sampleRateHz) >= SAME_BAND * Math.min(width(a), width(b));
  /** Common share of two bands, of the wider one's. */
  const bandShare = (a: Box, b: Box) => overlapAround(a, b, sampleRateHz) / Math.max(width(a), width(b));
  const report = (signal: SegmentSignal, until: number) =>
    reportOf(inBand(signal, sampleRateHz), { from, to: until, hop });
  /** Signals that the next segment continues, and those that it finds again from their starts, which begin at this sample or later. */
  let [open, later]: SegmentSignal[][] = [[], []];
  let again = from;
  /** Other signals that stop before this sample were reported; and those that were reported last. */
  let [over, reported]: [number, readonly SegmentSignal[]] = [from, []];
  let settled = from;
  // Near the bound a signal may begin before it in one of two segments only.
  const isReported = (signal: SegmentSignal) =>
    signal.start < again - SAME_START * hop
      ? signal.stop <= over
      : reported.some(
          (other) =>
            overlapInTime(other, signal) > SAME_TIME * (signal.stop - signal.start) && isSameBand(other, signal),
        );
  // Either the segment begins within the signal, or both found its start.
  const isContinued = (before: SegmentSignal, after: SegmentSignal, start: number) => {
    if (before.start > after.start + SAME_START * hop) return false;
    if (after.start <= Math.max(start + GUARD * hop, before.start + SAME_START * hop)) return isSameBand(before, after);
    // A symbol may be weak where the segment begins. The one before shows that the signal was on.
    const isOn = after.start < start + PAUSE * hop && before.stop > after.start + PAUSE * hop;
    return isOn && bandShare(before, after) >= SAME_BAND;
  };
  /** What was one signal up to a segment's end may be several parts in the next one, which sees less of it. */
  const isWithin = (before: SegmentSignal, after: SegmentSignal) =>
    after.start > before.start &&
    after.start < before.stop - GUARD * hop - length &&
    bandShare(before, after) >= SAME_BAND;
  /** Pairs each signal with its continuations: bands that differ least first, since a carrier may lie within a wide signal. */
  const continuations = (signals: readonly SegmentSignal[], start: number) => {
    const pairs = signals
      .flatMap((after) => open.flatMap((before) => (isContinued(before, after, start) ? [{ before, after }] : [])))
      .sort((a, b) => bandShare(b.before, b.after) - bandShare(a.before, a.after));
    const found = new Map<SegmentSignal, SegmentSignal>();
    for (const { before, after } of pairs) {
      if (found.has(after) || !open.includes(before)) continue;
      found.set(after, before);
      open.splice(open.indexOf(before), 1);
    }
    const continued = [...new Set(found.values())];
    for (const after of signals) {
      const whole = found.has(after) ? undefined : continued.find((before) => isWithin(before, after));
      if (whole) found.set(after, whole);
    }
    return found;
  };
  return {
    add(
      signals: readonly SegmentSignal[],
      { start, end, next, isLast }: { start: number; end: number; next: number; isLast: boolean },
    ): TrackedSignal[] {
      const nextOver = isLast ? Infinity : end - PAUSE * hop - length / 2;
      const nextAgain = isLast ? Infinity : next + (GUARD + 1) * hop + length;
      const [done, going, found]: SegmentSignal[][] = [[], [], []];
      const earlier = continuations(signals, start);
      const wholes = new Map<SegmentSignal, SegmentSignal>();
      for (const [after, before] of earlier) {
        const whole = wholes.get(before) ?? before;
        wholes.set(before, extended(whole, nearTo(after, whole, sampleRateHz), LEAST_LENGTH * length));
      }
      const others = signals.filter((signal) => !earlier.has(signal) && !isReported(signal));
      for (const signal of [...wholes.values(), ...others])
        (signal.start >= nextAgain ? found : signal.stop < nextOver ? done : going).push(signal);
      done.push(...open);
      [open, later, again, over, reported] = [going, found, nextAgain, nextOver, done];
      settled = isLast ? Infinity : [...open, ...later].reduce((least, one) => Math.min(least, one.start), next);
      return done.map((signal) => report(signal, isLast ? Math.min(end, to) : to));
    },
    /** All signals that begin before this sample were reported. */
    settled: () => settled,
    /** Returns the signals that wait for another segment. */
    end: () => [...open.splice(0), ...later.splice(0)].map((signal) => report(signal, signal.stop)),
  };
}

/** @param least Samples of a part that shows the signal's band. A moment at a bound may seem much wider. */
function extended(before: SegmentSignal, after: SegmentSignal, least: number): SegmentSignal {
  const lasting = [before, after].filter(({ start, stop }) => stop - start >= least);
  const bands = lasting.length > 0 ? lasting : [before, after];
  const share = (before.stop - before.start) / (after.stop - before.start);
  const mean = (a: number, b: number) => share * a + (1 - share) * b;
  return {
    start: before.start,
    stop: Math.max(before.stop, after.stop),
    lowHz: Math.min(...bands.map(({ lowHz }) => lowHz)),
    highHz: Math.max(...bands.map(({ highHz }) => highHz)),
    noiseDensity: mean(before.noiseDensity, after.noiseDensity),
    noiseSd: mean(before.noiseSd, after.noiseSd),
    power: mean(before.power, after.power),
    peak: Math.max(before.peak, after.peak),
    peakHz: before.peakHz,
    notes: new Set([...before.notes, ...after.notes]),
    clear: clearOf(before, after),
    hasEdges: before.hasEdges || after.hasEdges,
    isCovered: before.isCovered && after.isCovered,
    isModulated: before.isModulated || after.isModulated,
    limits: before.limits ?? after.limits,
    carriers: before.carriers,
  };
}

/** The longer one of the times in which nothing covers a signal in two segments. */
function clearOf(before: SegmentSignal, after: SegmentSignal): SegmentSignal["clear"] {
  if (!before.clear && !after.clear) return undefined;
  const [a, b] = [before, after].map(({ clear, start, stop }) => clear ?? ([start, stop] as const));
  return b[1] - b[0] > a[1] - a[0] ? b : a;
}

function reportOf(
  {
    start,
    stop,
    lowHz,
    highHz,
    noiseDensity,
    noiseSd,
    notes,
    clear,
    hasEdges,
    isCovered,
    isModulated,
    limits,
    carriers,
    peak,
    peakHz,
    power,
  }: SegmentSignal,
  { from, to, hop }: { from: number; to: number; hop: number },
): TrackedSignal {
  const isCut = start <= from + hop || stop >= to - hop;
  return {
    start,
    stop,
    lowHz,
    highHz,
    noiseDensity,
    noiseSd,
    clear,
    hasEdges,
    isCovered,
    isModulated,
    notes: isCut ? [...notes, "cut"] : [...notes],
    limits,
    carriers,
    peak,
    peakHz,
    power,
  };
}
