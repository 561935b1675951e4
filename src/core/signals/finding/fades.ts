import { type FineGrid, fineBand } from "./fine-power.ts";
import { areAlike, INDEPENDENT_CELLS, isSameBand, meanExcess, timeOf, TIMING, width } from "./pieces/piece-overlap.ts";
import { joinedPiece, mainBand, onLevel, type Piece } from "./pieces/pieces.ts";
import type { RatioGrid } from "./regions.ts";

/** Longest fade that its slopes show, frames; frames before and after it in which the power is low, and how low: relative to the median. */
const [STEEP_FADE, SLOPE, FADED] = [32, 5, 0.6];
/** Longest fade, in frames and in lengths of the longer part, and frames at its ends to which the parts leak. */
const [LONGEST_FADE, FADE_LENGTHS, LEAKING] = [256, 2, 2];
/** Frames of fades for which short transforms are needed; their frames at the ends to which the parts leak, and those more, over the band's bins, of pulses. */
const [SHORT_FADE, FINE_LEAKING, FINE_TAIL] = [12, 7, 128];
/** Range of the power that remains in a fade, relative to the weaker part's; and its least multiple of the standard deviation of noise. */
const [LEAST_REMAINS, MOST_REMAINS, REMAINS_DEVIATIONS] = [0.01, 0.6, 3.5];
/** Largest power in the middle half of a fade, relative to the rest of it; and fewest frames in which it is compared. */
const [MOST_DIP, LEAST_DIP_FRAMES] = [0.9, 48];

/** Largest peak over the noise, and bins, of a signal that noise may hide; its least power there, relative to its parts, which noise has raised; and in standard deviations of noise. */
const [WEAK_PEAK, NARROW, LEAST_HIDDEN, HIDDEN_DEVIATIONS] = [30, 10, 0.25, 2.5];

interface FadeGrids {
  grid: RatioGrid;
  fine: FineGrid;
}

/** The same signal after a short fade: its power falls slowly before the pause, and rises slowly after it. */
export function isFaded(a: Piece, b: Piece): boolean {
  const [first, second] = a.start < b.start ? [a, b] : [b, a];
  const pause = second.start - first.stop;
  if (pause < -TIMING || pause > STEEP_FADE) return false;
  if (!isSameBand(a, b, Math.max)) return false;
  const last = first.stop - first.firstFrame - 1;
  const next = second.start - second.firstFrame;
  return (
    isLow(first.envelope.subarray(last - SLOPE, last - 1), first) &&
    isLow(second.envelope.subarray(next + 2, next + 1 + SLOPE), second)
  );
}

/** Joins each part with what is left of the same signal before a fade. */
export function joinedOverFades(grids: FadeGrids, pieces: readonly Piece[]): Piece[] {
  const over: Piece[] = [];
  let near: Piece[] = [];
  for (const piece of pieces.toSorted((a, b) => a.start - b.start)) {
    const isNear = ({ stop }: Piece) => stop + LONGEST_FADE > piece.start;
    over.push(...near.filter((before) => !isNear(before)));
    near = near.filter(isNear).sort((a, b) => b.stop - a.stop);
    // The last one before, because between others it lies in the pause.
    const i = near.findIndex(
      (before) => !near.some((other) => isBetween(other, before, piece)) && isAgain(grids, before, piece),
    );
    const [before] = i < 0 ? [] : near.splice(i, 1);
    near.push(before ? joinedPiece(grids.grid, before, piece, Math.max(before.longest, piece.longest)) : piece);
  }
  return [...over, ...near];
}

/** Joins the parts of each weak narrow signal that noise divides, in the order of their starts. */
export function joinedWhereHidden(grid: RatioGrid, pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces.toSorted((a, b) => a.start - b.start)) {
    const hidden = joined.filter((before) => isHidden(grid, before, piece)).sort((a, b) => b.stop - a.stop);
    const [before] = hidden;
    if (before) joined[joined.indexOf(before)] = joinedPiece(grid, before, piece);
    else joined.push(piece);
  }
  return joined;
}

/**
 * The same weak narrow signal after a part in which noise hides it: its bins still hold power, though no cell reaches the threshold.
 * A burst that is over leaves noise only.
 */
function isHidden(grid: RatioGrid, first: Piece, second: Piece): boolean {
  const isWeak = Math.max(first.peak, second.peak) <= WEAK_PEAK;
  if (!isWeak || !areAlike(first, second) || !isSameBand(first, second, Math.min)) return false;
  const [of, others] = [mainBand(first), mainBand(second)];
  const band = [Math.max(of[0], others[0]), Math.min(of[1], others[1])] as const;
  const time = [first.stop + LEAKING, second.start - LEAKING] as const;
  const frames = time[1] - time[0];
  if (frames <= 0 || frames > LONGEST_FADE || band[1] - band[0] > NARROW) return false;
  const power = meanExcess(grid, time, band);
  const part = Math.min(...[first, second].map((piece) => meanExcess(grid, timeOf(piece), band)));
  const deviations = power * Math.sqrt(INDEPENDENT_CELLS * frames * (band[1] - band[0]));
  return power >= LEAST_HIDDEN * part && deviations >= HIDDEN_DEVIATIONS;
}

/** Tells whether a part lies in the pause between two others, in their band and as strong: the power in the pause is its own, and no fade. */
const isBetween = (part: Piece, first: Piece, second: Piece) =>
  part !== first &&
  part.start >= first.stop &&
  part.stop <= second.start &&
  part.peak > MOST_REMAINS * Math.min(first.peak, second.peak) &&
  [first, second].every((piece) => isSameBand(part, piece, Math.min));

const isShown = ({ start, stop, peak }: Piece) => peak > WEAK_PEAK && stop - start >= LEAST_DIP_FRAMES;

/** The same signal again: in the same band, after a pause in which it is not off. */
function isAgain(grids: FadeGrids, first: Piece, second: Piece): boolean {
  const pause = second.start - first.stop;
  const longest = FADE_LENGTHS * Math.max(first.stop - first.start, second.stop - second.start);
  if (pause < 0 || pause > longest) return false;
  // Two strong parts show their whole bands.
  if (!isSameBand(first, second, isShown(first) && isShown(second) ? Math.max : Math.min)) return false;
  return remainsIn(grids, first, second);
}

/** Tells whether a pause between two parts holds power: more than noise, and less than the parts. Keyed bursts are off in their pauses. */
function remainsIn({ grid, fine }: FadeGrids, first: Piece, second: Piece): boolean {
  const band = [Math.max(first.lowBin, second.lowBin), Math.min(first.highBin, second.highBin)] as const;
  const isShort = second.start - first.stop < SHORT_FADE;
  const leaking = isShort ? FINE_LEAKING + FINE_TAIL / (band[1] - band[0]) : LEAKING;
  const [from, to] = isShort
    ? [first.stop - 0.5, second.start + 0.5].map((at) => at * fine.hops + fine.middle)
    : [first.stop, second.start];
  const time = [Math.ceil(from + leaking), Math.floor(to - leaking)] as const;
  if (time[1] <= time[0]) return false;
  const { power, cells, dip } = isShort ? middlePower(fine, time, fineBand(fine, band)) : middlePower(grid, time, band);
  const part = Math.min(...[first, second].map((piece) => piece.energy / (piece.stop - piece.start) / width(piece)));
  return (
    (isShort || dip < MOST_DIP) &&
    power * Math.sqrt(INDEPENDENT_CELLS * cells) >= REMAINS_DEVIATIONS &&
    power >= LEAST_REMAINS * part &&
    power <= MOST_REMAINS * part
  );
}

/**
 * Returns the mean power of the middle half of the frames' powers: the ends of parts beside them, or another signal for a short time, do not count;
 * and the power in the middle half of the time, relative to the rest.
 */
function middlePower(grid: RatioGrid, [from, to]: readonly [number, number], band: readonly [number, number]) {
  const powers = Float64Array.from({ length: to - from }, (_, i) => meanExcess(grid, [from + i, from + i + 1], band));
  const [first, last] = [Math.floor(powers.length / 4), Math.ceil((3 * powers.length) / 4)];
  const inside = mean(powers.subarray(first, last));
  const outside = (mean(powers) * powers.length - inside * (last - first)) / (powers.length - (last - first));
  return {
    power: mean(powers.sort().subarray(first, last)),
    cells: powers.length * (band[1] - band[0]),
    dip: powers.length < LEAST_DIP_FRAMES ? 0 : inside / outside,
  };
}

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

const isLow = (part: Float64Array, { envelope }: Piece) =>
  part.length > 0 && part.reduce((sum, value) => sum + value, 0) < FADED * part.length * onLevel(envelope);
