import { expect, it } from "vitest";
import { windowValues } from "../../filter-design/windows.ts";
import { resolutionsFor } from "./resolution.ts";
import type { SegmentSignal } from "./segment-signal.ts";
import { isLeakage } from "./short-signals.ts";

const RATE = 2.4e6;
const [long, short] = resolutionsFor(RATE, 1e6);

const box = (
  [start, stop]: readonly [number, number],
  [lowHz, highHz]: readonly [number, number],
  peak: number,
): SegmentSignal => ({
  start,
  stop,
  lowHz,
  highHz,
  noiseDensity: 1 / RATE,
  noiseSd: 0,
  power: 1,
  peak,
  peakHz: (lowHz + highHz) / 2,
  notes: new Set(),
  carriers: [],
});

/** Density of a step in the middle of a short transform at a frequency, for a step of power 1. */
function stepDensity(hz: number): number {
  const window = windowValues("blackman", short.length, true);
  let [re, im, sum] = [0, 0, 0];
  for (const [n, value] of window.entries()) {
    const angle = (2 * Math.PI * hz * n) / RATE;
    sum += value * value;
    if (n < window.length / 2) continue;
    re += value * Math.cos(angle);
    im += value * Math.sin(angle);
  }
  return (re * re + im * im) / (RATE * sum);
}

it("signals/finding: steps of a strong signal are its own far beyond its band, up to what a burst of Gaussian values may have, if they last a moment", () => {
  const [width, density] = [300e3, 1e5];
  const signal = box([0, 200_000], [-width / 2, width / 2], density);
  const power = (density / RATE) * width;
  for (const hz of [600e3, 800e3, 1000e3]) {
    // Two independent values of the signal differ by twice its power on average.
    const isOwn = (times: number, samples: number) => {
      const peak = 2 * power * times * stepDensity(hz) * RATE;
      return isLeakage(signal, box([100_000, 100_000 + samples], [hz, hz + 100e3], peak), long.length, short);
    };
    const moment = 1.5 * short.length;
    // Exponential powers exceed nine times their mean once in 8000 values.
    expect([1, 5, 9].map((times) => isOwn(times, moment))).toEqual([true, true, true]);
    expect([40, 100].map((times) => isOwn(times, moment))).toEqual([false, false]);
    expect([1, 9].map((times) => isOwn(times, 10 * short.length))).toEqual([true, false]);
  }
});
