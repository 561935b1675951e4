import { expect, it } from "vitest";
import { addNoise } from "../generator/draws.ts";
import { isImage } from "./images.ts";
import { pieceOf } from "./pieces.ts";
import type { CellRun } from "./regions.ts";

/** A signal with a lobe at bins 48 to 51 of 64, and what lies at the mirrored bins 13 to 16: the lobe's powers times a factor. */
function mirrored(factor: number) {
  const [frames, bins] = [60, 64];
  const noise = new Float64Array(2 * frames * bins);
  addNoise(noise, 3, 0);
  const power = (cell: number) => noise[2 * cell] ** 2 + noise[2 * cell + 1] ** 2;
  const ratios = Float32Array.from({ length: frames * bins }, (_, cell) => power(cell));
  for (let t = 0; t < frames; t++) {
    for (let k = 36; k < 48; k++) ratios[t * bins + k] *= 10_000;
    for (let k = 48; k < 52; k++) {
      const at = t * bins + k;
      ratios[t * bins + bins - k] += factor * 200 * ratios[at];
      ratios[at] *= 200;
    }
  }
  const grid = { ratios, frames, bins };
  const piece = (low: number, high: number) =>
    pieceOf(
      grid,
      Array.from({ length: frames }, (_, frame): CellRun => ({ frame, low, high, short: true, long: true })),
    );
  return isImage(grid, piece(36, 52), piece(13, 17));
}

it("signals/finding: an image is weaker than the mirrored cells; equal side lobes are no images", () => {
  expect([0.01, 0.11, 1].map(mirrored)).toEqual([true, true, false]);
});
