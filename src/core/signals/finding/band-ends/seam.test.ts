import { expect, it } from "vitest";
import { pieceOf } from "../pieces/pieces.ts";
import type { CellRun, RatioGrid } from "../regions.ts";
import { seamOf } from "./seam.ts";

const [FRAMES, BINS] = [40, 256];

/** A grid with blocks of power, and their runs. */
function gridOf(...blocks: (readonly [from: number, to: number, low: number, high: number, power: number])[]) {
  const ratios = new Float32Array(FRAMES * BINS).fill(1);
  const regions = blocks.map(([from, to, low, high, power]) => {
    for (let t = from; t < to; t++) ratios.fill(1 + power, t * BINS + low, t * BINS + high);
    return Array.from({ length: to - from }, (_, i): CellRun => ({
      frame: from + i,
      low,
      high,
      short: true,
      long: true,
    }));
  });
  const grid: RatioGrid = { ratios, frames: FRAMES, bins: BINS };
  return { grid, regions };
}

const seam = ({ grid, regions }: ReturnType<typeof gridOf>) => seamOf(grid, { lines: [], regions }, 16);

it("signals/finding: spectra stay as they are unless something is on at both ends at the same time", () => {
  expect(seam(gridOf())).toBe(0);
  expect(seam(gridOf([5, 30, 250, 256, 100], [5, 30, 100, 110, 100]))).toBe(0);
  expect(seam(gridOf([5, 20, 250, 256, 100], [25, 35, 0, 6, 100]))).toBe(0);
});

it("signals/finding: the seam lies far from all signals, and not beside frequency 0", () => {
  const across = [
    [5, 30, 250, 256, 100],
    [5, 30, 0, 6, 100],
  ] as const;
  const place = seam(gridOf(...across, [0, 40, 30, 100, 10]));
  // Free are the bins 112 to 238, without 112 to 144 around frequency 0.
  expect(place).toBe(192);
});

it("signals/finding: where all places are as full, the ends stay the ends", () => {
  const hops = Array.from({ length: 16 }, (_, i) => [i, i + 10, 16 * i, 16 * i + 16, 100] as const);
  expect(seam(gridOf(...hops, [0, 40, 0, 256, 100]))).toBe(0);
  // What is on for longer is not cut because of a strong moment at the ends.
  expect(seam(gridOf([0, 2, 240, 256, 1e6], [0, 2, 0, 16, 1e6], [2, 40, 0, 256, 10]))).toBe(0);
});

it("signals/finding: lines at both ends are on at the same time", () => {
  const { grid, regions } = gridOf([0, FRAMES, 250, 253, 100], [0, FRAMES, 3, 6, 100]);
  const lines = regions.map((runs) => pieceOf(grid, runs));
  expect(seamOf(grid, { lines, regions: [] }, 16)).toBeGreaterThan(0);
});
