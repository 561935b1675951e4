import { expect, it } from "vitest";
import { resolutionsFor } from "./resolution.ts";
import type { SegmentSignal } from "./segment-signal.ts";
import { createTracker } from "./segment-tracker.ts";

const [long] = resolutionsFor(1e6, 1e6);
const { hop, length } = long;

/** A signal from one frame to another one. */
const signal = (from: number, to: number, lowHz = -1e4): SegmentSignal => ({
  start: from * hop,
  stop: to * hop,
  lowHz,
  highHz: lowHz + 2e4,
  noiseDensity: 1,
  noiseSd: 0.02,
  power: 1,
  peak: 1,
  peakHz: lowHz + 1e4,
  notes: new Set(),
  carriers: [],
});

/** Segments of 1000 frames, of which the next one searches the last 300 again. */
const first = { start: 0, end: 1000 * hop + length, next: 700 * hop, isLast: false };
const second = { start: 700 * hop, end: 1700 * hop + length, next: 1400 * hop, isLast: true };
const framesOf = (found: readonly { start: number; stop: number }[]) =>
  found.map(({ start, stop }) => [start / hop, stop / hop]);

it("signals/finding: the tracker leaves a signal in the common part of two segments to the second one, which sees it whole", () => {
  const tracker = createTracker(0, 1e9, long);
  // The end of the segment cuts a train of pulses; its first pulses look like other signals.
  expect(framesOf(tracker.add([signal(100, 200), signal(950, 953), signal(958, 961)], first))).toEqual([[100, 200]]);
  expect(framesOf(tracker.add([signal(950, 1100)], second))).toEqual([[950, 1100]]);
});

it("signals/finding: the tracker reports each signal once, wherever it lies at the bounds of two segments", () => {
  for (let start = 690; start < 730; start++) {
    for (const stop of [start + 2, start + 40, 990, 995, 1000, 1003]) {
      // Each segment may see the start a frame later or earlier.
      for (const seen of [-1, 0, 1]) {
        const tracker = createTracker(0, 1e9, long);
        const cut = signal(Math.max(700, start + seen), stop);
        const found = [
          ...tracker.add([signal(start, Math.min(stop, 1000))], first),
          ...tracker.add(stop > 700 ? [cut] : [], second),
        ];
        expect([start, stop, seen, found.length]).toEqual([start, stop, seen, 1]);
      }
    }
  }
});

it("signals/finding: the tracker continues a signal whose first frames are weak in the second segment", () => {
  const tracker = createTracker(0, 1e9, long);
  expect(framesOf(tracker.add([signal(100, 1000)], first))).toEqual([]);
  expect(framesOf(tracker.add([signal(706, 1200)], second))).toEqual([[100, 1200]]);
});

it("signals/finding: the tracker reports what waits for another segment if there is none", () => {
  const tracker = createTracker(0, 1e9, long);
  expect(framesOf(tracker.add([signal(650, 1000), signal(900, 920)], first))).toEqual([]);
  expect(framesOf(tracker.end())).toEqual([
    [650, 1000],
    [900, 920],
  ]);
});

it("signals/finding: a moment at the bound, which seems much wider, does not widen a signal", () => {
  const tracker = createTracker(0, 1e9, long);
  tracker.add([signal(650, 1000)], first);
  const moment = { ...signal(700, 704, -5e5), highHz: 5e5 };
  expect(tracker.add([moment], second).map(({ lowHz, highHz }) => [lowHz, highHz])).toEqual([[-1e4, 1e4]]);
});

it("signals/finding: the tracker reports one signal that the next segment sees in parts, as pulses whose pause lies at the bound", () => {
  const tracker = createTracker(0, 1e9, long);
  tracker.add([signal(650, 1000)], first);
  expect(framesOf(tracker.add([signal(700, 790), signal(805, 1100)], second))).toEqual([[650, 1100]]);
  const pulses = createTracker(0, 1e9, long);
  expect(framesOf(pulses.add([signal(650, 990)], first))).toEqual([]);
  expect(framesOf(pulses.add([signal(730, 1100)], second))).toEqual([[650, 1100]]);
  // Another signal begins after a pause.
  const apart = createTracker(0, 1e9, long);
  apart.add([signal(650, 980)], first);
  expect(framesOf(apart.add([signal(700, 980), signal(990, 1100)], second))).toEqual([
    [650, 980],
    [990, 1100],
  ]);
});

it("signals/finding: the tracker reports a signal that begins in the band of another one as that ends, after the bound of a segment", () => {
  const tracker = createTracker(0, 1e9, long);
  const narrow = (from: number, to: number) => ({ ...signal(from, to), highHz: -5e3 });
  expect(framesOf(tracker.add([narrow(650, 760), signal(758, 900)], first))).toEqual([[650, 760]]);
  expect(framesOf(tracker.add([narrow(700, 760), signal(758, 900)], second))).toEqual([[758, 900]]);
});

it("signals/finding: the tracker continues a signal across an end of the band, whose middle lies at the other end in the next segment", () => {
  const tracker = createTracker(0, 1e9, long);
  // The rate is 1 MHz.
  expect(framesOf(tracker.add([signal(100, 1000, 4.898e5)], first))).toEqual([]);
  const found = tracker.add([signal(700, 1200, -5.099e5)], second);
  expect(framesOf(found)).toEqual([[100, 1200]]);
  expect(found[0].lowHz).toBe(4.898e5);
  expect(found[0].highHz).toBeCloseTo(5.101e5, 6);
});
