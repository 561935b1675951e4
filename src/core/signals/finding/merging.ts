import { isFaded, joinedOverFades, joinedWhereHidden } from "./fades.ts";
import { type FineGrid, finePower, offTimes } from "./fine-power.ts";
import { joinedTones } from "./tones/fsk-tones.ts";
import { isImage } from "./images.ts";
import { isLimitProduct } from "./limit-products.ts";
import {
  areAlike,
  binsOf,
  hasTimingOf,
  isDuring,
  isSameBand,
  overlap,
  timeOf,
  TIMING,
  width,
} from "./pieces/piece-overlap.ts";
import { pauseFrames } from "./pieces/dissection.ts";
import { joinedPiece, mainBand, onLevel, type Piece } from "./pieces/pieces.ts";
import { areCorrelated, areTones, isOneOn } from "./tones/power-correlation.ts";
import { isKeyed, isNextPulse } from "./pulse-trains.ts";
import type { RatioGrid } from "./regions.ts";
import { isFarOverMirror, isLobe, isLobeBeyond, isLobeOfSeveral, isNear, LOBE_POWER, lobePower } from "./side-lobes.ts";

/** Least share of a part's band within its signal's. */
const INSIDE_BAND = 0.6;
/** Largest power of a part among side lobes, relative to the largest one within a few bins: shorter parts vary more. The least share of it that is so weak. */
const [AMONG_LOBES, BESIDE, LEAST_AMONG_LOBES] = [4, 4, 0.5];
/** Largest energy of a part of a signal's skirt, and longest moment, relative to the signal: symbols that differ much have skirts for moments. */
const [SKIRT_ENERGY, MOMENT] = [2.5e-4, 0.25];
/** Largest power of a signal in its pauses, relative to what is on. */
const PAUSE_POWER = 0.5;
/** Longest pulse, and longest parts whose times suffice if one of them is on at all times, frames. */
const [PULSE, SHORT_TONES] = [24, 48];
/** Bins on each side of the border of two parts of a band; and the least power of one of them, and of each part's bins, relative to the stronger part's. */
const [BORDER, LIKE_BORDER] = [2, 0.4];
/** Widest unused middle of OFDM, and its largest distance from the middle, in units of the band. */
const [NULL_WIDTH, NULL_PLACE] = [1 / 24, 1 / 40];
/** Largest width and power of a signal that another one covers, relative to that, and the least share of its box that its cells fill. */
const [COVERED_WIDTH, COVERED_POWER, COVERED_FILL] = [0.6, 0.5, 0.6];
/** Least share of the power of a signal, and largest power relative to its usual one, of a part to which it moves for a moment; and bins of short transforms over which it leaks. */
const [MOVED_SHARE, MOVED_POWER, LEAKAGE] = [0.5, 1.5, 2];
/** Largest ratio of the peaks of two sweeps, or of their powers: a sweep that is cut has its power in a part of the band, so its peak is higher. */
const [SWEEP_PEAKS, SWEEP_POWERS] = [10, 2];

/**
 * Joins the parts of each signal.
 *
 * @param fine Shows faster changes of the power.
 * @param distortion The power that a limit of the samples makes in each frame, relative to the signals'. It lies in pauses, so it shows no fades and no
 * tones of FSK, and at multiples of a signal's frequency. Undefined: there is no limit.
 */
export function merged(
  grid: RatioGrid,
  pieces: readonly Piece[],
  { fine, distortion }: { fine?: FineGrid; distortion?: ArrayLike<number> } = {},
): Piece[] {
  const unpaused = (a: Piece, b: Piece) => joinedPiece(grid, a, b);
  // Side lobes first: otherwise a side lobe of one signal could be joined with a side lobe of an earlier one.
  const isLobeOf = (a: Piece, b: Piece) => {
    const [strong, weak] = a.peak >= b.peak ? [a, b] : [b, a];
    return isLobe(grid, strong, weak, fine) && !isImage(grid, strong, weak);
  };
  const withoutBeyond = (found: readonly Piece[]) =>
    found.filter((weak) => !found.some((strong) => isLobeBeyond(grid, strong, weak)));
  // First what has passed an end of the band: it may seem a lobe of another signal, which it would widen. Real samples have no such neighbour at either end.
  const inBand = grid.isReal ? pieces : withoutBeyond(pieces);
  const whole = joinedBy(inBand, isLobeOf, unpaused, lobePower);
  // Then what follows without a pause: a pulse could otherwise be joined with the one after the next.
  // A limit of the samples makes any two signals alternate.
  const toned = (parts: readonly Piece[]) => (distortion ? parts : joinedTones(grid, parts));
  const following = joinedWhereHidden(grid, toned(joinedBy(whole, isFollowing, unpaused)));
  const lasting = fine && !distortion ? joinedOverFades({ grid, fine }, following) : following;
  const isSame = (a: Piece, b: Piece) => areOne(a, b, { grid, fine });
  const paused = (a: Piece, b: Piece) => joinedPiece(grid, a, b, Math.max(a.longest, b.longest));
  const joined = joinedBy(lasting, isSame, paused);
  const signals = withoutBeyond(joined).filter((weak) => !isLobeOfSeveral(grid, joined, weak));
  return distortion ? withoutProducts(grid, signals, distortion) : signals;
}

/** Joins what a limit made of signals with them where it is near, like side lobes, and leaves it out elsewhere. The signals are marked. */
function withoutProducts(grid: RatioGrid, found: readonly Piece[], distortion: ArrayLike<number>): Piece[] {
  const sources = found.map((weak) =>
    found.find((strong) => strong.peak > weak.peak && isLimitProduct(grid, strong, weak, distortion)),
  );
  return found.flatMap((signal, i) => {
    if (sources[i]) return [];
    const near = found.filter((product, j) => sources[j] === signal && isNear(signal, product));
    if (near.length === 0) return [signal];
    return [near.reduce((whole, product) => joinedPiece(grid, whole, product, signal.longest), signal)];
  });
}

/** @param rank Of several signals to which a piece belongs, the one with the largest rank gets it. Default: the first one. */
function joinedBy(
  pieces: readonly Piece[],
  isSame: (a: Piece, b: Piece) => boolean,
  made: (signal: Piece, piece: Piece) => Piece,
  rank?: (signal: Piece, piece: Piece) => number,
): Piece[] {
  const waiting = pieces.toSorted((a, b) => b.energy - a.energy);
  const signals: Piece[] = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const piece = next;
    const fits = (signal: Piece) => isSame(signal, piece);
    const found = rank ? highest(signals, fits, (signal) => rank(signal, piece)) : signals.findIndex(fits);
    if (found < 0) {
      signals.push(piece);
      continue;
    }
    // What joined may join others.
    const [other] = signals.splice(found, 1);
    waiting.unshift(made(other, piece));
  }
  return signals;
}

/** Returns the index of the piece with the highest rank that fits, or −1. */
function highest(pieces: readonly Piece[], fits: (piece: Piece) => boolean, rank: (piece: Piece) => number): number {
  let [found, most] = [-1, -Infinity];
  for (const [i, piece] of pieces.entries()) {
    const own = rank(piece);
    if (own > most && fits(piece)) [found, most] = [i, own];
  }
  return found;
}

interface Grids {
  grid: RatioGrid;
  fine: FineGrid | undefined;
}

/** Tells whether two pieces belong to one signal. */
function areOne(a: Piece, b: Piece, { grid, fine }: Grids): boolean {
  const [strong, weak] = a.peak >= b.peak ? [a, b] : [b, a];
  if (isImage(grid, strong, weak)) return false;
  return (
    isFollowing(strong, weak) ||
    (!grid.areTones && (isNextPulse(strong, weak, fine) || isKeyed(strong, weak, fine))) ||
    isFaded(strong, weak) ||
    (isInside(strong, weak) && !(isWeak(strong, weak) && isFarOverMirror(grid, strong, weak))) ||
    isInPause(strong, weak) ||
    isInPause(weak, strong) ||
    (!grid.areTones && (isMoved(strong, weak, fine) || isMoved(weak, strong, fine))) ||
    isLobe(grid, strong, weak, fine) ||
    (isNear(strong, weak) &&
      (areTones(strong, weak, fine) ||
        (!grid.areTones &&
          hasTimingOf(strong, weak) &&
          (areShort(strong, weak, fine) ||
            isNull(strong, weak) ||
            isUncut(strong, weak) ||
            areCorrelated(strong, weak, fine)))))
  );
}

/** One sweep after the other in the same band; or a weak signal again, after noise that cancelled it; or cells of one signal among each other. */
function isFollowing(a: Piece, b: Piece): boolean {
  const time = overlap(timeOf(a), timeOf(b));
  const isLike = (powers: readonly [number, number], most: number) => Math.max(...powers) < most * Math.min(...powers);
  const areLike = isLike([a.peak, b.peak], SWEEP_PEAKS) || isLike([meanPower(a), meanPower(b)], SWEEP_POWERS);
  const isTouching = time > -TIMING + 1 && time <= TIMING + 1 && areLike;
  const isMixed = time > 0 && isSameBand(a, b, Math.max);
  const isResumed = time <= 0 && -time < Math.min(pauseFrames(a), pauseFrames(b)) && areAlike(a, b);
  return isMixed || ((isTouching || isResumed) && isSameBand(a, b, Math.min) && !isCovered(a, b) && !isCovered(b, a));
}

const meanPower = ({ energy, start, stop }: Piece) => energy / (stop - start);

/** A signal that a stronger, wider one covers from its start on, or up to its stop: it fills its narrow band, as no part of a sweep does, and has less power. */
function isCovered(wide: Piece, narrow: Piece): boolean {
  const [widths, powers] = [wide, narrow].reduce<[number[], number[]]>(
    ([widths, powers], piece) => [
      [...widths, mainBand(piece)[1] - mainBand(piece)[0]],
      [...powers, meanPower(piece)],
    ],
    [[], []],
  );
  if (widths[1] > COVERED_WIDTH * widths[0] || powers[1] > COVERED_POWER * powers[0]) return false;
  const { runs, firstFrame, endFrame } = narrow;
  const cells = runs.reduce((sum, { low, high }) => sum + high - low, 0);
  return cells >= COVERED_FILL * (endFrame - firstFrame) * width(narrow);
}

/** @param timing Frames by which the part may begin earlier and end later. Edges of a much weaker one are seen for longer. */
const isWithin = (whole: Piece, part: Piece, timing = TIMING) =>
  isDuring(whole, part, timing) && overlap(binsOf(whole), binsOf(part)) >= INSIDE_BAND * width(part);

/**
 * A part within the box of its signal: on at the same time, as weak as the signal is there, or much weaker and shorter. Another
 * signal may lie between side lobes. A strong tone of FSK may lie between another tone and a side lobe that was joined with it.
 */
const isInside = (strong: Piece, weak: Piece) =>
  (hasTimingOf(strong, weak) && (isWithin(strong, weak) || isWithin(weak, strong))) ||
  (isWeak(strong, weak) &&
    ((isWithin(strong, weak, 2 * TIMING) && isMoment(strong, weak)) ||
      (isWithin(strong, weak) && shareBelow(strong, weak) >= LEAST_AMONG_LOBES)));

const isWeak = (strong: Piece, weak: Piece) => weak.peak <= LOBE_POWER * strong.peak;

const isMoment = (strong: Piece, weak: Piece) => weak.energy <= SKIRT_ENERGY * strong.energy && isBrief(strong, weak);

const isBrief = (whole: Piece, part: Piece) => part.stop - part.start <= MOMENT * (whole.stop - whole.start);

/** Share of a weak part's power in bins in which it is no stronger than its signal is there, or close to there. */
function shareBelow(strong: Piece, weak: Piece): number {
  const scale = (AMONG_LOBES * (weak.stop - weak.start)) / (strong.stop - strong.start);
  let below = 0;
  for (const [k, value] of weak.spectrum.entries()) {
    const at = weak.lowBin + k - strong.lowBin;
    const near = strong.spectrum.subarray(Math.max(0, at - BESIDE), Math.max(0, at + BESIDE + 1));
    if (value <= scale * near.reduce((most, one) => Math.max(most, one), 0)) below += value;
  }
  return below / weak.energy;
}

/** A part in a pause of its signal. */
function isInPause(whole: Piece, part: Piece): boolean {
  if (!isWithin(whole, part)) return false;
  const during = whole.envelope.subarray(Math.max(0, part.start - whole.firstFrame), part.stop - whole.firstFrame);
  return during.reduce((sum, value) => sum + value, 0) < PAUSE_POWER * during.length * onLevel(whole.envelope);
}

/** A part to which its signal moves for a moment, as a sweep does that begins near its end: it has most power then, and no more than the signal has at other times. */
function isMoved(whole: Piece, part: Piece, fine: FineGrid | undefined): boolean {
  if (!fine || !isBrief(whole, part) || !isWithin(whole, part)) return false;
  const own = finePower(fine, part, timeOf(part), LEAKAGE);
  const band = finePower(fine, whole, timeOf(part), LEAKAGE);
  const { level } = offTimes(fine, whole);
  let [sum, of, all] = [0, 0, 0];
  for (let i = 0; i < own.length; i++) {
    const weight = Math.max(0, own[i]);
    sum += weight;
    of += weight * own[i];
    all += weight * band[i];
  }
  return of >= MOVED_SHARE * all && all <= MOVED_POWER * level * sum;
}

/** Two parts too short for their powers to be compared: their equal times suffice, unless the recording's ends made them. Longer ones may be two keyed carriers. */
function areShort(a: Piece, b: Piece, fine: FineGrid | undefined): boolean {
  const longest = Math.max(a.stop - a.start, b.stop - b.start);
  return a.start > 0 && (longest <= PULSE || (longest <= SHORT_TONES && isOneOn(a, b, fine)));
}

/** Two parts of a band between which no power is missing: another signal's side lobes may have cut it there. */
function isUncut(a: Piece, b: Piece): boolean {
  const [low, high] = a.lowBin < b.lowBin ? [a, b] : [b, a];
  if (low.highBin !== high.lowBin) return false;
  const border = [...low.spectrum.subarray(-BORDER), ...high.spectrum.subarray(0, BORDER)];
  const means = [low, high].map((piece) => piece.energy / width(piece));
  return (
    Math.min(...means) >= LIKE_BORDER * Math.max(...means) && Math.min(...border) >= LIKE_BORDER * Math.max(...means)
  );
}

/** The halves of OFDM beside its unused middle carrier. */
function isNull(a: Piece, b: Piece): boolean {
  const [low, high] = a.lowBin < b.lowBin ? [a, b] : [b, a];
  const whole = high.highBin - low.lowBin;
  const offset = (low.highBin + high.lowBin - low.lowBin - high.highBin) / 2;
  return high.lowBin - low.highBin <= NULL_WIDTH * whole && Math.abs(offset) <= NULL_PLACE * whole;
}
