import { isImage, middleOf } from "./images.ts";
import { pauseFrames, type Piece, pieceOf } from "./pieces.ts";
import type { RatioGrid, CellRun } from "./regions.ts";

/** Frames by which starts and stops of one signal's parts may differ. */
const TIMING = 3;
/** Least correlation of the powers of one signal's parts, and its least multiple of the standard deviation of no correlation. */
const [CORRELATION, DEVIATIONS] = [0.2, 5];
/** Independent powers per frame: frames overlap. */
const INDEPENDENT = 0.37;
/** Frames in which two parts must be together, to be compared. */
const LEAST_TOGETHER = 16;
/** Largest peak density of a side lobe relative to its signal, and its largest distance in widths of the signal. */
const [LOBE_POWER, LOBE_DISTANCE] = [0.1, 3];
/** Range of the power at the mirrored place of a side lobe, relative to its own. */
const [LEAST_MIRROR, MOST_MIRROR] = [0.3, 3.5];
/** Largest ratio of the peaks, and of the widths, of two parts of a weak signal. */
const ALIKE = 3;
/** Common share of the bands of two sweeps, of the narrower one's. */
const SAME_BAND = 0.7;

/** Joins the parts of each signal. */
export function merged(grid: RatioGrid, pieces: readonly Piece[]): Piece[] {
  const waiting = pieces.toSorted((a, b) => b.energy - a.energy);
  const signals: Piece[] = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const found = signals.findIndex((signal) => areOne(grid, signal, next as Piece));
    if (found < 0) {
      signals.push(next);
      continue;
    }
    // What joined may join others.
    const [other] = signals.splice(found, 1);
    waiting.unshift(joined(grid, other, next));
  }
  return signals;
}

function joined(grid: RatioGrid, a: Piece, b: Piece): Piece {
  const runs: CellRun[] = [...a.runs, ...b.runs];
  return pieceOf(
    grid,
    runs.sort((x, y) => x.frame - y.frame),
  );
}

/** Tells whether a weaker piece belongs to a stronger one. */
function areOne(grid: RatioGrid, strong: Piece, weak: Piece): boolean {
  if (isImage(grid, strong, weak)) return false;
  return (
    isFollowing(strong, weak) ||
    isInside(strong, weak) ||
    isLobe(grid, strong, weak) ||
    (hasTimingOf(strong, weak) && isNear(strong, weak) && areCorrelated(strong, weak))
  );
}

const width = ({ lowBin, highBin }: Piece) => highBin - lowBin;
const overlap = (a: readonly [number, number], b: readonly [number, number]) =>
  Math.min(a[1], b[1]) - Math.max(a[0], b[0]);
const bandOf = ({ lowBin, highBin }: Piece) => [lowBin, highBin] as const;
const timeOf = ({ start, stop }: Piece) => [start, stop] as const;

/** One sweep after the other in the same band; or a weak signal again, after noise that cancelled it. */
function isFollowing(a: Piece, b: Piece): boolean {
  const time = overlap(timeOf(a), timeOf(b));
  const isTouching = time > -TIMING + 1 && time <= TIMING + 1;
  const isResumed = time <= 0 && -time < Math.min(pauseFrames(a), pauseFrames(b)) && areAlike(a, b);
  return (isTouching || isResumed) && overlap(bandOf(a), bandOf(b)) >= SAME_BAND * Math.min(width(a), width(b));
}

const areAlike = (a: Piece, b: Piece) =>
  Math.max(a.peak, b.peak) < ALIKE * Math.min(a.peak, b.peak) &&
  Math.max(width(a), width(b)) < ALIKE * Math.min(width(a), width(b));

/** A part within the box of its signal: weak, or on at the same time. */
function isInside(strong: Piece, weak: Piece): boolean {
  const inTime = weak.start >= strong.start - TIMING && weak.stop <= strong.stop + TIMING;
  const inBand = overlap(bandOf(strong), bandOf(weak)) >= 0.6 * width(weak);
  return inTime && inBand && (weak.peak <= LOBE_POWER * strong.peak || hasTimingOf(strong, weak));
}

/** A side lobe: near its signal, weaker, at the same time; and the other side of the signal has one too. */
function isLobe(grid: RatioGrid, strong: Piece, weak: Piece): boolean {
  const inTime = weak.start >= strong.start - TIMING && weak.stop <= strong.stop + TIMING;
  if (!inTime || weak.peak > LOBE_POWER * strong.peak || !isNear(strong, weak)) return false;
  const middle = Math.round(2 * middleOf(strong));
  const mirror = meanExcess(grid, timeOf(weak), [middle - weak.highBin + 1, middle - weak.lowBin + 1]);
  const own = meanExcess(grid, timeOf(weak), bandOf(weak));
  return (mirror > LEAST_MIRROR * own && mirror < MOST_MIRROR * own) || hasTimingOf(strong, weak);
}

function meanExcess(
  { ratios, bins }: RatioGrid,
  [start, stop]: readonly [number, number],
  [low, high]: readonly [number, number],
): number {
  let [sum, count] = [0, 0];
  for (let t = start; t < stop; t++) {
    for (let k = Math.max(0, low); k < Math.min(bins, high); k++, count++) sum += ratios[t * bins + k] - 1;
  }
  return count ? sum / count : 0;
}

const hasTimingOf = (a: Piece, b: Piece) =>
  Math.abs(a.start - b.start) <= TIMING && Math.abs(a.stop - b.stop) <= TIMING;

const isNear = (strong: Piece, weak: Piece) => -overlap(bandOf(strong), bandOf(weak)) <= LOBE_DISTANCE * width(strong);

/** Tells whether the powers of two pieces change together, or one against the other as the tones of FSK. */
function areCorrelated(a: Piece, b: Piece): boolean {
  const start = Math.max(a.start, b.start);
  const count = Math.min(a.stop, b.stop) - start;
  if (count < LEAST_TOGETHER) return false;
  const [x, y] = [a, b].map(({ envelope, firstFrame }) => {
    const values = envelope.slice(start - firstFrame, start - firstFrame + count);
    const mean = values.reduce((sum, value) => sum + value, 0) / count;
    return values.map((value) => value - mean);
  });
  const product = (p: Float64Array, q: Float64Array) => p.reduce((sum, value, i) => sum + value * q[i], 0);
  const correlation = Math.abs(product(x, y)) / Math.sqrt(product(x, x) * product(y, y));
  return correlation >= CORRELATION && correlation * Math.sqrt(INDEPENDENT * count) >= DEVIATIONS;
}
