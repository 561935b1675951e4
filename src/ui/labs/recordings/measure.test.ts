import { expect, it } from "vitest";
import { isResolved } from "./measure.ts";

it.each([
  ["one cycle in its time", 1000, 0.001, true],
  ["less than a cycle", 1000, 0.0009, false],
  ["the least that is selected", 500, 2e-6, false],
])("tells that a spectrum of its samples resolves a box of %s", (_, count, width, resolved) => {
  expect(isResolved({ start: 7, count, low: 0, high: width })).toBe(resolved);
});
