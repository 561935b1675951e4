import { expect, it } from "vitest";
import { dissect } from "./dissection.ts";
import type { CellRun } from "../regions.ts";

it("signals/finding: a region is cut at a valley, and not where its first bins hold less than noise", () => {
  const [frames, bins] = [30, 24];
  const row = [0, 0, 0, 0, 9, 9, 9, 9, 9, 1, 1, 1, 1, 9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0];
  const grid = { ratios: Float32Array.from({ length: frames * bins }, (_, i) => row[i % bins]), frames, bins };
  const runs = Array.from({ length: frames }, (_, frame): CellRun => ({
    frame,
    low: 0,
    high: 24,
    short: true,
    long: true,
  }));
  const parts = dissect(grid, runs);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.every(({ energy, lowBin, highBin }) => energy === energy && highBin > lowBin)).toBe(true);
});

it("signals/finding: two signals that overlap are cut apart by their times, also if their outer bins are too weak to be seen without pauses", () => {
  const [frames, bins] = [200, 60];
  const isOn = (t: number, k: number) =>
    (t < 140 && k < 36 && (k >= 10 || t % 2 === 0)) || (t >= 60 && k >= 24 && (k < 50 || t % 2 === 0));
  const ratios = Float32Array.from({ length: frames * bins }, (_, i) =>
    isOn(Math.floor(i / bins), i % bins) ? 20 : 1,
  );
  const runs = Array.from({ length: frames }, (_, frame): CellRun => {
    const on = Array.from({ length: bins }, (__, k) => k).filter((k) => isOn(frame, k));
    return { frame, low: on[0], high: on[on.length - 1] + 1, short: true, long: true };
  });
  const times = dissect({ ratios, frames, bins }, runs).map(({ start, stop }) => [start, stop]);
  expect(times).toEqual([
    [0, 140],
    [60, 200],
  ]);
});

it("signals/finding: two signals that overlap are cut apart by their times, also if a third one covers a fifth of their power for some time", () => {
  const [frames, bins] = [200, 60];
  const powerAt = (t: number, k: number) => {
    if (t >= 150 && t < 175 && k >= 16 && k < 24) return 200;
    return (t < 140 && k < 36) || (t >= 60 && k >= 24) ? 20 : 0;
  };
  const ratios = Float32Array.from({ length: frames * bins }, (_, i) => 1 + powerAt(Math.floor(i / bins), i % bins));
  const runs = Array.from({ length: frames }, (_, frame): CellRun => {
    const on = Array.from({ length: bins }, (__, k) => k).filter((k) => powerAt(frame, k) > 0);
    return { frame, low: on[0], high: on[on.length - 1] + 1, short: true, long: true };
  });
  const times = dissect({ ratios, frames, bins }, runs).map(({ start, stop }) => [start, stop]);
  expect(times).toEqual([
    [0, 140],
    [60, 200],
  ]);
});

it("signals/finding: where a far stronger signal covers a part of another one, its power counts once", () => {
  const [frames, bins] = [200, 60];
  const powerAt = (t: number, k: number) => (t < 140 && k < 36 ? 20 : 0) + (t >= 60 && k >= 24 ? 1e4 : 0);
  const ratios = Float32Array.from({ length: frames * bins }, (_, i) => 1 + powerAt(Math.floor(i / bins), i % bins));
  const runs = Array.from({ length: frames }, (_, frame): CellRun => {
    const on = Array.from({ length: bins }, (__, k) => k).filter((k) => powerAt(frame, k) > 0);
    return { frame, low: on[0], high: on[on.length - 1] + 1, short: true, long: true };
  });
  const pieces = dissect({ ratios, frames, bins }, runs);
  const strong = pieces.filter(({ peak }) => peak > 1000);
  expect(strong.map(({ start, stop, lowBin, highBin }) => [start, stop, lowBin, highBin])).toEqual([[60, 200, 24, 60]]);
  expect(pieces.length).toBeGreaterThan(1);
});

it("signals/finding: a signal whose sides others cover for different times is one, and keeps all of its time", () => {
  const [frames, bins] = [200, 60];
  const [above, below] = [22, 38];
  const powerAt = (t: number, k: number) => {
    if (k >= above && k < below) return 1000;
    return k < above ? (t >= 100 ? 4 : 0) : t >= 60 && t < 140 ? 4 : 0;
  };
  const ratios = Float32Array.from({ length: frames * bins }, (_, i) => powerAt(Math.floor(i / bins), i % bins));
  const runs = Array.from({ length: frames }, (_, frame): CellRun => {
    const on = Array.from({ length: bins }, (__, k) => k).filter((k) => powerAt(frame, k) > 0);
    return { frame, low: on[0], high: on[on.length - 1] + 1, short: true, long: true };
  });
  expect(dissect({ ratios, frames, bins }, runs).map(({ start, stop }) => [start, stop])).toEqual([[0, 200]]);
});

it("signals/finding: noise beside a strong signal is no signal: a part that is cut off needs its own block over the threshold", () => {
  const frames = 30;
  const isNoise = (t: number) => t >= 10 && t < 13;
  const partsOf = (noise: number, bins = 24) => {
    const powerAt = (t: number, k: number) => {
      if (k >= 4 && k < 10) return 60;
      return k >= 14 && k < 17 && isNoise(t) ? noise : 0.5;
    };
    const ratios = Float32Array.from({ length: frames * bins }, (_, i) => powerAt(Math.floor(i / bins), i % bins));
    const runs = Array.from({ length: frames }, (_, frame): CellRun => {
      return { frame, low: 4, high: isNoise(frame) ? 17 : 10, short: true, long: true };
    });
    const thresholds = { cell: 3, short: 10.9, long: 3.8, atZero: { short: 15.7, long: 4.9 } };
    return dissect({ ratios, frames, bins, thresholds }, runs);
  };
  expect(partsOf(5)).toHaveLength(1);
  expect(partsOf(12)).toHaveLength(2);
  // Frequency 0 is in the middle of the noise.
  expect(partsOf(12, 30)).toHaveLength(1);
  expect(partsOf(17, 30)).toHaveLength(2);
});

it("signals/finding: what lies between two signals that are cut apart by their times is a third one", () => {
  const [frames, bins] = [200, 90];
  const isOn = (t: number, k: number) =>
    (t < 140 && k < 30) || (t >= 60 && k >= 60) || (t >= 80 && t < 130 && k >= 30 && k < 60);
  const ratios = Float32Array.from({ length: frames * bins }, (_, i) =>
    isOn(Math.floor(i / bins), i % bins) ? 20 : 1,
  );
  const runs = Array.from({ length: frames }, (_, frame) => frame).flatMap((frame): CellRun[] => {
    const of = (low: number, high: number) => (isOn(frame, low) ? [{ frame, low, high, short: true, long: true }] : []);
    return isOn(frame, 30) ? [{ frame, low: 0, high: 90, short: true, long: true }] : [...of(0, 30), ...of(60, 90)];
  });
  const boxes = dissect({ ratios, frames, bins }, runs).map(({ start, stop, lowBin }) => [start, stop, lowBin]);
  expect(boxes.toSorted((a, b) => a[2] - b[2])).toEqual([
    [0, 140, 0],
    [80, 130, 30],
    [60, 200, 60],
  ]);
});
