import { expect, it } from "vitest";
import { boxOf, isResolved } from "./measure.ts";

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
