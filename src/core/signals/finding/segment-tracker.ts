import type { Box, FoundSignal } from "../detection.ts";
import type { Resolution } from "./resolution.ts";
import type { SegmentSignal } from "./segment-signal.ts";

/** Frames at a segment's end in which a signal is not over. */
const GUARD = 4;
/** Frames by which the start of a signal differs in two segments. */
const SAME_START = 2;
/** Common share of the bands of a signal and its continuation, of the narrower one's. */
const SAME_BAND = 0.5;

const width = ({ lowHz, highHz }: Box) => highHz - lowHz;
const commonBand = (a: Box, b: Box) => Math.min(a.highHz, b.highHz) - Math.max(a.lowHz, b.lowHz);

/** Joins signals over the bounds of segments, and reports each once. @param from, to Samples of the recording. */
export function createTracker(from: number, to: number, resolution: Resolution) {
  const { hop, length } = resolution;
  let open: SegmentSignal[] = [];
  /** Signals that stop before this sample were reported. */
  let reported = from;
  // Either the segment begins within the signal, or both found its start.
  const isContinued = (before: SegmentSignal, after: SegmentSignal, start: number) => {
    if (before.start > after.start + SAME_START * hop) return false;
    if (after.start > Math.max(start + GUARD * hop, before.start + SAME_START * hop)) return false;
    return commonBand(before, after) >= SAME_BAND * Math.min(width(before), width(after));
  };
  /** Pairs each signal with its continuation: bands that differ least first, since a carrier may lie within a wide signal. */
  const continuations = (signals: readonly SegmentSignal[], start: number) => {
    const share = (a: Box, b: Box) => commonBand(a, b) / Math.max(width(a), width(b));
    const pairs = signals
      .flatMap((after) => open.flatMap((before) => (isContinued(before, after, start) ? [{ before, after }] : [])))
      .sort((a, b) => share(b.before, b.after) - share(a.before, a.after));
    const found = new Map<SegmentSignal, SegmentSignal>();
    for (const { before, after } of pairs) {
      if (found.has(after) || !open.includes(before)) continue;
      found.set(after, before);
      open.splice(open.indexOf(before), 1);
    }
    return found;
  };
  return {
    add(
      signals: readonly SegmentSignal[],
      { start, end, next, isLast }: { start: number; end: number; next: number; isLast: boolean },
    ): FoundSignal[] {
      const over = isLast ? Infinity : end - GUARD * hop - length / 2;
      const done: SegmentSignal[] = [];
      const going: SegmentSignal[] = [];
      const earlier = continuations(signals, start);
      for (const signal of signals) {
        const before = earlier.get(signal);
        const whole = before ? extended(before, signal) : signal;
        if (signal.stop <= reported && !before) continue;
        (signal.stop < over ? done : going).push(whole);
      }
      done.push(...open);
      // The next segment finds a signal again from its start if it began late enough; an earlier one is continued.
      const again = next + (GUARD + 1) * hop + length;
      open = going.filter((signal) => signal.start < again);
      reported = over;
      return done.map((signal) => reportOf(signal, { from, to: isLast ? Math.min(end, to) : to, hop }));
    },
    end: () => open.splice(0).map((signal) => reportOf(signal, { from, to: signal.stop, hop })),
  };
}

function extended(before: SegmentSignal, after: SegmentSignal): SegmentSignal {
  const share = (before.stop - before.start) / (after.stop - before.start);
  const mean = (a: number, b: number) => share * a + (1 - share) * b;
  return {
    start: before.start,
    stop: Math.max(before.stop, after.stop),
    lowHz: Math.min(before.lowHz, after.lowHz),
    highHz: Math.max(before.highHz, after.highHz),
    noiseDensity: mean(before.noiseDensity, after.noiseDensity),
    power: mean(before.power, after.power),
    peak: Math.max(before.peak, after.peak),
    notes: new Set([...before.notes, ...after.notes]),
    carriers: before.carriers,
  };
}

function reportOf(
  { start, stop, lowHz, highHz, noiseDensity, notes, carriers }: SegmentSignal,
  { from, to, hop }: { from: number; to: number; hop: number },
): FoundSignal {
  const isCut = start <= from + hop || stop >= to - hop;
  return { start, stop, lowHz, highHz, noiseDensity, notes: isCut ? [...notes, "cut"] : [...notes], carriers };
}
