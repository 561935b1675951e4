import { expect, it } from "vitest";
import { dissect } from "./pieces.ts";
import type { CellRun } from "./regions.ts";

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
