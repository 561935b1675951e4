import { expect, it } from "vitest";
import { merged } from "./merging.ts";
import { pieceOf } from "./pieces.ts";
import type { RatioGrid } from "./regions.ts";

/** A part of a signal: frames [first, end) and bins [low, high). */
type Part = readonly [first: number, end: number, low: number, high: number];

/** A grid of noise with parts of 20 dB. */
function gridOf(parts: readonly Part[], frames: number, bins: number): RatioGrid {
  const ratios = new Float32Array(frames * bins).fill(1);
  for (const [first, end, low, high] of parts)
    for (let t = first; t < end; t++) ratios.fill(100, t * bins + low, t * bins + high);
  return { ratios, frames, bins };
}

it("signals/finding: merging does not take the first part of the next burst for what remains in a fade", () => {
  const parts: Part[] = [
    [28, 372, 40, 90],
    [422, 440, 50, 85],
    [442, 616, 50, 85],
  ];
  const grid = gridOf(parts, 650, 128);
  const pieces = parts.map(([first, end, low, high]) =>
    pieceOf(
      grid,
      Array.from({ length: end - first }, (_, i) => ({ frame: first + i, low, high, short: true, long: true })),
    ),
  );
  const fine = { ...gridOf([], 650, 8), hops: 1, group: 16, middle: 0 };
  expect(merged(grid, pieces, { fine }).map(({ start, stop }) => [start, stop])).toContainEqual([28, 372]);
});
