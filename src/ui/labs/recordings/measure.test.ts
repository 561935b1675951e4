import { expect, it } from "vitest";
import { bandPower, boxOf, isResolved, marksOf } from "./measure.ts";

it.each([
  ["one cycle in its time", 1000, 0.001, true],
  ["less than a cycle", 1000, 0.0009, false],
  ["the least that is selected", 500, 2e-6, false],
])("tells that a spectrum of its samples resolves a box of %s", (_, count, width, resolved) => {
  expect(isResolved({ start: 7, count, low: 0, high: width })).toBe(resolved);
});

it("gives a selection of real samples, too, as a box that can be measured", () => {
  const selection = { start: 100, count: 50, low: 0.125, high: 0.25 };
  expect(boxOf({ sampleRate: 8000 }, selection)).toEqual({ start: 100, stop: 150, lowHz: 1000, highHz: 2000 });
  expect(boxOf({ sampleRate: undefined }, selection)).toBeUndefined();
});

it.each([
  ["at its edges with a sample rate", 1000, [-0.1, 0.2]],
  ["over the whole band without a rate, which places edges in Hz", undefined, [-0.5, 0.5]],
])("marks an annotation %s", (_, sampleRate, edges) => {
  const recording = { sampleRate, centerFrequency: 5000, captures: [], complex: true };
  const annotation = { start: 3, count: 4, edges: [4900, 5200] as const, metadata: {} };
  const [{ low, high }] = marksOf(recording, [annotation], [-0.5, 0.5]);
  expect([low, high]).toEqual(edges);
});

it("counts what a box has beyond an end of the band at the other end", () => {
  const powerDb = Float32Array.of(3, -90, -90, -90, -90, -90, -90, 5);
  const part = {
    start: 0,
    count: 100,
    share: 1,
    frequency: powerDb,
    powerDb,
    meanDb: 0,
    peakDb: 0,
    looked: 100,
    nonFinite: 0,
  };
  // Bin 0 has its middle at −½, which is ½ here.
  expect(bandPower(part, { start: 0, count: 100, low: 7 / 16, high: 9 / 16 }, true)).toBeCloseTo(3, 6);
});
