import { expect, it } from "vitest";
import { addNoise } from "../generator/draws.ts";
import { imagesAmong, isImage } from "./images.ts";
import { pieceOf } from "./pieces/pieces.ts";
import type { CellRun } from "./regions.ts";

const [FRAMES, BINS] = [60, 64];

/** Powers of noise. */
function noiseRatios(): Float32Array {
  const noise = new Float64Array(2 * FRAMES * BINS);
  addNoise(noise, 3, 0);
  return Float32Array.from({ length: FRAMES * BINS }, (_, cell) => noise[2 * cell] ** 2 + noise[2 * cell + 1] ** 2);
}

/** A part in frames [first, end) and bins [low, high). */
const partOf = (ratios: Float32Array, [first, end]: [number, number], [low, high]: [number, number]) =>
  pieceOf(
    { ratios, frames: FRAMES, bins: BINS },
    Array.from({ length: end - first }, (_, i): CellRun => ({ frame: first + i, low, high, short: true, long: true })),
  );

/** A signal with a lobe at bins 48 to 51 of 64, and what lies at the mirrored bins 13 to 16: the lobe's powers times a factor. */
function mirrored(factor: number) {
  const [frames, bins] = [FRAMES, BINS];
  const ratios = noiseRatios();
  for (let t = 0; t < frames; t++) {
    for (let k = 36; k < 48; k++) ratios[t * bins + k] *= 10_000;
    for (let k = 48; k < 52; k++) {
      const at = t * bins + k;
      ratios[t * bins + bins - k] += factor * 200 * ratios[at];
      ratios[at] *= 200;
    }
  }
  const grid = { ratios, frames, bins };
  const piece = (low: number, high: number) => partOf(ratios, [0, frames], [low, high]);
  return isImage(grid, piece(36, 52), piece(13, 17));
}

it("signals/finding: an image is weaker than the mirrored cells; equal side lobes are no images", () => {
  expect([0.01, 0.11, 1].map(mirrored)).toEqual([true, true, false]);
});

it("signals/finding: parts too short to compare their powers are images if they have the receiver's ratio", () => {
  const ratios = noiseRatios();
  for (let t = 0; t < FRAMES; t++) for (let k = 36; k < 52; k++) ratios[t * BINS + k] *= 10_000;
  const addImage = ([first, end]: [number, number], [low, high]: [number, number], ratio: number) => {
    for (let t = first; t < end; t++)
      for (let k = low; k < high; k++) ratios[t * BINS + k] += ratio * ratios[t * BINS + BINS - k];
    return partOf(ratios, [first, end], [low, high]);
  };
  const long = addImage([0, FRAMES], [13, 17], 0.01);
  const short = addImage([20, 24], [20, 24], 0.01);
  const other = addImage([40, 44], [20, 24], 0.1);
  const found = [partOf(ratios, [0, FRAMES], [36, 52]), long, short, other];
  expect(imagesAmong({ ratios, frames: FRAMES, bins: BINS }, found)).toEqual([false, true, true, false]);
  // Without a long one, nothing shows the ratio.
  expect(imagesAmong({ ratios, frames: FRAMES, bins: BINS }, [found[0], short])).toEqual([false, false]);
});
