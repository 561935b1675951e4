import { expect, it } from "vitest";
import { windowValues } from "../../../filter-design/windows.ts";
import type { DetectionNote } from "../../detection.ts";
import { resolutionsFor } from "../resolution.ts";
import { addCovered } from "./covered-signals.ts";
import { foundIn, made, narrowNoise } from "../testing.ts";

const RATE = 1e6;
/** A wide signal, and a narrow one in its band. Density over the noise's. */
const [WIDE, NARROW] = [
  { cycles: 0.1, width: 0.2, density: 100 },
  { cycles: 0.14, width: 0.02, density: 100 },
];
/** Samples by which an edge may differ: two transforms. */
const NEAR = 2048;

/** Finds the narrow and the wide signal, in order of their widths. */
async function found(narrow: readonly [start: number, stop: number], wide: readonly [start: number, stop: number]) {
  const recording = made(120_000, RATE, (samples) => {
    narrowNoise(samples, { ...NARROW, start: narrow[0], stop: narrow[1] });
    narrowNoise(samples, { ...WIDE, start: wide[0], stop: wide[1] });
  });
  const boxes = (await foundIn(recording)).found.toSorted((a, b) => a.highHz - a.lowHz - b.highHz + b.lowHz);
  expect(boxes).toHaveLength(2);
  const [first, second] = boxes;
  for (const [box, hz, width] of [
    [first, 140e3, 20e3],
    [second, 100e3, 200e3],
  ] as const) {
    expect(Math.abs((box.lowHz + box.highHz) / 2 - hz)).toBeLessThan(0.1 * width);
    expect(Math.abs(box.highHz - box.lowHz - width)).toBeLessThan(0.5 * width);
  }
  return boxes;
}

const expectTime = (time: readonly [number, number] | undefined, expected: readonly [number, number]) => {
  expect(time).toBeDefined();
  expect(Math.max(...expected.map((at, i) => Math.abs(at - time![i])))).toBeLessThan(NEAR);
};

it("signals/finding: a signal that another one covers for some of its time is one, and is measured in the longer clear part", async () => {
  const [narrow, wide] = await found([10_000, 110_000], [50_000, 90_000]);
  expectTime([narrow.start, narrow.stop], [10_000, 110_000]);
  expectTime(narrow.clear, [10_000, 50_000]);
  expectTime([wide.start, wide.stop], [50_000, 90_000]);
  expect([narrow, wide].map(({ notes }) => notes)).toEqual([["overlap"], ["overlap"]]);
});

it("signals/finding: a signal that ends within another one is one, and that is measured where it is alone", async () => {
  const [narrow, wide] = await found([10_000, 60_000], [30_000, 110_000]);
  expectTime([narrow.start, narrow.stop], [10_000, 60_000]);
  expectTime(narrow.clear, [10_000, 30_000]);
  expect(narrow.isCovered).toBeFalsy();
  expectTime(wide.clear, [60_000, 110_000]);
  expectTime([wide.start, wide.stop], [30_000, 110_000]);
});

it("signals/finding: a signal within another one is found, and what covers it is its noise", async () => {
  const [narrow, wide] = await found([50_000, 80_000], [10_000, 110_000]);
  expectTime([narrow.start, narrow.stop], [50_000, 80_000]);
  expect(narrow.isCovered).toBe(true);
  // The filter's response at the middle of the narrow signal; the noise has power 1 over the rate.
  const taps = windowValues("blackman", Math.round(3 / WIDE.width), true);
  const response = taps.reduce(
    (sum, tap, k) => sum + tap * Math.cos(2 * Math.PI * (NARROW.cycles - WIDE.cycles) * (k - (taps.length - 1) / 2)),
    0,
  );
  const density = 1 + WIDE.density * (response / taps.reduce((sum, tap) => sum + tap, 0)) ** 2;
  expect(Math.abs(narrow.noiseDensity * RATE - density)).toBeLessThan(0.1 * density);
  expectTime(wide.clear, [10_000, 50_000]);
  expect(wide.hasEdges).toBe(true);
});

it("signals/finding: a signal that fades in is one, although only the middle of its band exceeds the noise at first", async () => {
  const recording = made(120_000, RATE, (samples) => {
    for (let start = 10_000; start < 40_000; start += 500) {
      const share = (start - 9500) / 30_500;
      narrowNoise(samples, { cycles: 0.1, width: 0.06, density: 5 * share, start, stop: start + 500 });
      narrowNoise(samples, { cycles: 0.1, width: 0.02, density: 50 * share, start, stop: start + 500 });
    }
    narrowNoise(samples, { cycles: 0.1, width: 0.06, density: 30, start: 40_000, stop: 110_000 });
    narrowNoise(samples, { cycles: 0.1, width: 0.02, density: 300, start: 40_000, stop: 110_000 });
  });
  expect((await foundIn(recording)).found).toHaveLength(1);
});

it("signals/finding: what is on in a signal while a far stronger one is on beside it is that one's side lobe, and no signal within", () => {
  const [resolution] = resolutionsFor(RATE, 1e6);
  const signal = (
    [start, stop]: readonly [number, number],
    [lowHz, highHz]: readonly [number, number],
    power: number,
  ) => ({
    start,
    stop,
    lowHz,
    highHz,
    noiseDensity: 1,
    noiseSd: 0,
    power,
    peak: 1,
    peakHz: lowHz,
    notes: new Set<DetectionNote>(),
    carriers: [],
  });
  const boxes = (edge: number) => {
    const host = signal([10_000, 80_000], [80e3, 100e3], 10);
    const strong = signal([edge, 110_000], [200e3, 280e3], 1e5);
    const part = { ...signal([50_000, 80_000], [90e3, 100e3], 1), isCovered: true };
    const signals = [host, strong];
    addCovered(signals, [{ part, host }], resolution);
    return signals.length;
  };
  expect([boxes(50_500), boxes(20_000)]).toEqual([2, 3]);
});
