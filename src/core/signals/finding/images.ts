import { mainBand, type Piece } from "./pieces/pieces.ts";
import { type RatioGrid, zeroOf } from "./regions.ts";

/** Largest power of an image relative to its signal: I and Q that differ by 6 dB make 0.11, and no receiver is worse. */
const IMAGE_POWER = 0.15;
/** Frames by which starts and stops may differ, and bins by which the middles may. */
const [TIMING, PLACE] = [3, 2];
/** Least correlation of the powers of an image's cells with their mirrored ones, and fewest cells. */
const [CORRELATION, LEAST_CELLS] = [0.45, 20];
/** Largest factor between the ratios of two images to their signals: parts that the noise adds to are seen first. */
const RATIOS = 2.5;
/** Least peak of a tone over the noise, to have an image. */
const TONE_PEAK = 100;
/** Widest tone, bins; and largest distance of its middle from the mirrored one's. */
const [TONE, TONE_PLACE] = [9, 0.3];

/** Tells whether a weak signal is the image of a strong one: at the mirrored frequencies at the same time, with the same powers. */
export function isImage(grid: RatioGrid, strong: Piece, weak: Piece): boolean {
  if (!isAtMirror(grid, strong, weak)) return false;
  const widest = Math.max(weak.highBin - weak.lowBin, strong.highBin - strong.lowBin);
  const isTone = strong.peak >= TONE_PEAK && widest <= TONE;
  const apart = middleOf(weak) + middleOf(strong) - 2 * zeroOf(grid);
  if (isTone && Math.abs(apart - grid.bins * Math.round(apart / grid.bins)) <= TONE_PLACE) return true;
  return isMirrored(grid, weak);
}

/** Tells whether a weak signal lies at the mirrored frequencies of a strong one, at the same time. */
function isAtMirror(grid: RatioGrid, strong: Piece, weak: Piece): boolean {
  if (weak.peak > IMAGE_POWER * strong.peak) return false;
  if (weak.start < strong.start - TIMING || weak.stop > strong.stop + TIMING) return false;
  // Bin k is the mirror of bin 2·zero − k. What lies beyond one end of the band is at the other.
  const sum = 2 * zeroOf(grid) + 1;
  const apart = weak.lowBin + weak.highBin + strong.lowBin + strong.highBin - 2 * sum;
  const shift = grid.bins * Math.round(apart / 2 / grid.bins);
  const [low, high] = [sum - strong.highBin + shift, sum - strong.lowBin + shift];
  if (weak.lowBin < low - PLACE || weak.highBin > high + PLACE) return false;
  // A strong signal's side lobes may lie beside its image.
  const [from, to] = mainBand(strong);
  return Math.min(weak.highBin, to) <= Math.max(weak.lowBin, from);
}

/**
 * Tells which signals are images of others. Those with the mirrored powers show the receiver's ratio of images to signals; a part that is too
 * short to compare its powers is an image if it has this ratio.
 */
export function imagesAmong(grid: RatioGrid, found: readonly Piece[]): boolean[] {
  const areImages = found.map((weak) => found.some((strong) => isImage(grid, strong, weak)));
  const ratios = found.flatMap((piece, i) => (areImages[i] ? [mirrorOf(grid, piece).ratio] : [])).sort((a, b) => a - b);
  const ratio = ratios[ratios.length >> 1];
  if (ratio === undefined) return areImages;
  return found.map(
    (weak, i) =>
      areImages[i] ||
      (Math.abs(Math.log(mirrorOf(grid, weak).ratio / ratio)) < Math.log(RATIOS) &&
        found.some((strong) => isAtMirror(grid, strong, weak))),
  );
}

/** Tells whether a piece has the powers of the mirrored cells, and is much weaker. The side lobes of a signal around frequency 0 are as strong on both sides. */
export function isMirrored(grid: RatioGrid, piece: Piece): boolean {
  const { correlation, ratio } = mirrorOf(grid, piece);
  return correlation >= CORRELATION && ratio <= IMAGE_POWER;
}

/** The bin in the middle of the energy, possibly fractional. */
export function middleOf({ spectrum, lowBin }: Piece): number {
  let [sum, moment] = [0, 0];
  for (const [k, value] of spectrum.entries()) {
    sum += value;
    moment += k * value;
  }
  return lowBin + moment / sum;
}

/** Correlation of the powers of a piece's cells with the powers of the mirrored cells, and ratio of both over the noise. */
function mirrorOf(grid: RatioGrid, { start, stop, lowBin, highBin }: Piece) {
  const { ratios, bins } = grid;
  const sum = 2 * zeroOf(grid);
  // The bin at the end of the band, which is its own mirror.
  const end = (sum / 2 + bins / 2) % bins;
  let [count, x, y, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
  for (let t = start; t < stop; t++) {
    for (let k = lowBin; k < highBin; k++) {
      if (k === end) continue;
      const mirror = sum - k;
      const at = mirror < 0 ? mirror + bins : mirror < bins ? mirror : mirror - bins;
      const [a, b] = [ratios[t * bins + k], ratios[t * bins + at]];
      count++;
      x += a;
      y += b;
      xx += a * a;
      yy += b * b;
      xy += a * b;
    }
  }
  return {
    correlation:
      count < LEAST_CELLS ? 0 : (count * xy - x * y) / Math.sqrt((count * xx - x * x) * (count * yy - y * y)),
    ratio: (x - count) / Math.max(0, y - count),
  };
}
