import { middleOf } from "./images.ts";
import { timeOf } from "./pieces/piece-overlap.ts";
import { mainBand, type Piece } from "./pieces/pieces.ts";
import { type RatioGrid, zeroOf } from "./regions.ts";

/**
 * The lowest multiples of a signal’s frequency at which a limit of I and Q makes power. Limited completely, e^jωt has the Fourier series
 * 4/π · (e^jωt − ⅓ e^−3jωt + ⅕ e^5jωt − …).
 */
const MULTIPLES = [-3, 5];
/** Frames by which a product may start before its signal or stop after it, and bins by which its place may differ. */
const [TIMING, PLACE] = [3, 2];
/** Largest peak of a product relative to what the complete limit gives: pieces are on for different times. Largest power relative to what the limit makes at all: 1.6 dB is the error of that. */
const [EXCESS, MOST_MADE] = [2, 1.45];

/**
 * Tells whether a weak piece is what a limit of I and Q makes of a strong signal: during it, at a multiple of its frequency. The signal is
 * stronger than the noise of the whole band, which otherwise spreads what the limit makes.
 *
 * @param distortion The power that the limit makes in each frame, relative to the signals': a limit of few samples makes less than a complete one.
 */
export function isLimitProduct(grid: RatioGrid, strong: Piece, weak: Piece, distortion: ArrayLike<number>): boolean {
  const [start, stop] = timeOf(strong);
  if (weak.start < start - TIMING || weak.stop > stop + TIMING) return false;
  if (strong.energy < grid.bins * (stop - start)) return false;
  let made = 0;
  for (let t = weak.start; t < weak.stop; t++) made += distortion[t];
  if (weak.energy > (MOST_MADE * made * strong.energy) / (stop - start)) return false;
  const [low, high] = mainBand(strong);
  const frequency = middleOf(strong) - zeroOf(grid);
  const place = middleOf(weak) - zeroOf(grid);
  return MULTIPLES.some((multiple) => {
    const apart = place - multiple * frequency;
    const distance = Math.abs(apart - grid.bins * Math.round(apart / grid.bins));
    const isThere = distance <= (Math.abs(multiple) * (high - low)) / 2 + PLACE;
    return isThere && weak.peak * multiple ** 2 <= EXCESS * strong.peak;
  });
}
