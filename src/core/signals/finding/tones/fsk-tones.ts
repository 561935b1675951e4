import { areAlike, isSameBand, overlap, timeOf, TIMING } from "../pieces/piece-overlap.ts";
import { mainBand, onLevel, type Piece, pieceOf } from "../pieces/pieces.ts";
import type { RatioGrid } from "../regions.ts";
import { isNear, LOBE_POWER } from "../side-lobes.ts";
import { ALTERNATING } from "./power-correlation.ts";

/** Largest distance of two tones, in widths of the wider one: a long run of equal bits is a narrow tone. */
const DISTANCE = 12;
/** Frames before and after the common time of two tones in which their powers are compared too. */
const AROUND = 128;
/** Frames of the comparison, at least. */
const LEAST_FRAMES = 12;
/** Power of a tone that is on, and of one that is off, relative to its largest one; and changes between both that a coincidence of two signals does not have. */
const [ON, OFF, LEAST_CHANGES] = [0.65, 0.35, 2];
/** Largest power of the sum where no tone is on, relative to the median. */
const PAUSE = 0.3;
/** Largest ratio of two tones' powers. */
const MOST_SCALE = 2;
/** Deviation of the sum of all tones' powers, relative to it, without noise; and frames at both ends that do not count. */
const [UNEVEN, EDGE] = [0.25, 3];
/** Largest common share of two tones' bands, of the narrower one's. */
const COMMON = 0.25;
/** Largest power of a tone, relative to its signal's. */
const MOST_POWER = 1.5;

/**
 * Joins the tones of each FSK signal. Equal bits leave one tone on for so long that the others pause, so the parts of a tone begin and end at other times than
 * the parts of another one. What tells them from other signals: where a tone ends, another one begins, and the sum of their powers stays.
 */
export function joinedTones(grid: RatioGrid, pieces: readonly Piece[]): Piece[] {
  const order = pieces.toSorted((a, b) => a.start - b.start);
  const groups = order.map((_, i) => i);
  const groupOf = (i: number): number => (groups[i] === i ? i : (groups[i] = groupOf(groups[i])));
  const mayBeLobe = order.map((weak) => order.some((strong) => mayBeLobeOf(strong, weak)));
  for (const [i, a] of order.entries()) {
    if (mayBeLobe[i]) continue;
    for (let j = i + 1; j < order.length && order[j].start <= a.stop + TIMING; j++) {
      if (mayBeLobe[j] || groupOf(i) === groupOf(j) || !mayBeTones(a, order[j])) continue;
      const near = order.filter(
        (c) => overlap(timeOf(c), commonTime(a, order[j])) > 0 && (mayBeTones(a, c) || mayBeTones(order[j], c)),
      );
      if (areInTurns(grid, [a, order[j]], near)) groups[groupOf(j)] = groupOf(i);
    }
  }
  const signals = () => {
    const members = new Map<number, Piece[]>();
    for (const [i, piece] of order.entries()) members.set(groupOf(i), [...(members.get(groupOf(i)) ?? []), piece]);
    return [...members.values()];
  };
  for (const tones of signals()) {
    if (tones.length === 1) continue;
    const whole = wholeOf(grid, tones);
    const first = order.indexOf(tones[0]);
    for (const [i, piece] of order.entries()) {
      if (groupOf(i) !== groupOf(first) && isToneAgain(whole, tones, piece)) groups[groupOf(i)] = groupOf(first);
    }
  }
  return signals().map((tones) => (tones.length === 1 ? tones[0] : wholeOf(grid, tones)));
}

/**
 * Tells whether a piece lies within a signal's time, or adjoins it, has the band of one of its tones, and is no stronger than the signal: where all tones
 * are on in turns, or too few bits differ to compare powers.
 */
function isToneAgain(whole: Piece, tones: readonly Piece[], piece: Piece): boolean {
  if (overlap(timeOf(piece), timeOf(whole)) < -TIMING) return false;
  if (piece.energy > MOST_POWER * (piece.stop - piece.start) * onLevel(whole.envelope)) return false;
  return tones.some((tone) => isSameBand(tone, piece, Math.min));
}

const wholeOf = (grid: RatioGrid, tones: readonly Piece[]) =>
  pieceOf(
    grid,
    tones.flatMap(({ runs }) => runs).sort((x, y) => x.frame - y.frame),
    Math.max(...tones.map(({ longest }) => longest)),
  );

/** Tells whether a part lies beside a far stronger one: side lobes are on while their signal changes, so they alternate with its lines. */
const mayBeLobeOf = (strong: Piece, weak: Piece) =>
  weak.peak <= LOBE_POWER * strong.peak && overlap(timeOf(strong), timeOf(weak)) > 0 && isNear(strong, weak);

/** Frames in which two pieces are together, or between them, and those around. */
function commonTime(a: Piece, b: Piece, around = AROUND): [from: number, to: number] {
  const [from, to] = [Math.max(a.start, b.start), Math.min(a.stop, b.stop)];
  return [Math.min(from, to) - around, Math.max(from, to) + around];
}

const bandWidth = (piece: Piece) => mainBand(piece)[1] - mainBand(piece)[0];

/** Tells whether two pieces are equally strong, close in frequency, and one is on or begins where the other one ends. */
function mayBeTones(a: Piece, b: Piece): boolean {
  if (!areAlike(a, b) || overlap(timeOf(a), timeOf(b)) < -TIMING) return false;
  const common = overlap(mainBand(a), mainBand(b));
  const widths = [a, b].map(bandWidth);
  return common <= COMMON * Math.min(...widths) && -common <= DISTANCE * Math.max(...widths);
}

/**
 * Tells whether two pieces are on in turns with all others, while the sum of all stays.
 *
 * @param others All that may be tones of the same signal at that time.
 */
function areInTurns(grid: RatioGrid, pair: readonly [Piece, Piece], others: readonly Piece[]): boolean {
  const bands = [...pair, ...others].map(mainBand);
  const whole = [Math.min(...bands.map(([low]) => low)), Math.max(...bands.map(([, high]) => high))] as const;
  const [first, last] = commonTime(...pair);
  const from = Math.max(0, first);
  const sum = powers(grid, [from, Math.min(grid.frames, last)], whole);
  const [inner, end] = commonTime(...pair, 0);
  // Beyond a short burst there is only noise, which tells nothing of its power.
  const together = sum.slice(
    Math.max(0, Math.min(...pair.map(({ start }) => start)) - from),
    Math.max(0, ...pair.map(({ stop }) => stop - from)),
  );
  const [on, off] = timeWithPower(sum, [inner - from, end - from], PAUSE * medianOf(together));
  if (off - on < LEAST_FRAMES) return false;
  return pair.every((piece) => {
    const own = powers(grid, [from + on, from + off], mainBand(piece));
    const rest = own.map((value, i) => sum[on + i] - value);
    return isAlternating(own, rest, whole[1] - whole[0]) && changes(own) >= LEAST_CHANGES;
  });
}

/** Returns the power over the noise of a band in each of frames [from, to), with the noise's gain: noise that rises says nothing of a signal. */
function powers(
  { ratios, bins, gain }: RatioGrid,
  [from, to]: readonly [number, number],
  [low, high]: readonly [number, number],
) {
  return Float64Array.from({ length: Math.max(0, to - from) }, (_, i) => {
    let sum = 0;
    for (let at = (from + i) * bins + low; at < (from + i) * bins + high; at++) sum += ratios[at] - 1;
    return sum * (gain?.[from + i] ?? 1);
  });
}

const medianOf = (values: Float64Array) => values.toSorted()[values.length >> 1] ?? 0;

/** Returns the frames around some inner ones in which there is power without a pause: more than a level. */
function timeWithPower(
  sum: Float64Array,
  [first, last]: readonly [number, number],
  level: number,
): [from: number, to: number] {
  const isPause = (t: number) => sum[t] < level && (sum[t + 1] ?? 0) < level;
  let [from, to] = [Math.min(sum.length, Math.max(0, first)), Math.max(0, Math.min(sum.length, last))];
  while (from > 0 && !isPause(from - 1)) from--;
  while (to < sum.length && !isPause(to)) to++;
  return [from, to];
}

/**
 * Tells whether a tone is on while all others are off, and the sum of their powers varies no more than by noise.
 *
 * @param bins Of the sum.
 */
function isAlternating(all: Float64Array, others: Float64Array, bins: number): boolean {
  // At both ends all tones of a burst rise or fall together.
  const [own, rest] = [all, others].map((values) => values.subarray(EDGE, values.length - EDGE));
  const [x, y] = [momentsOf(own, own), momentsOf(rest, rest)];
  const common = momentsOf(own, rest).product;
  if (common > ALTERNATING * Math.sqrt(x.product * y.product)) return false;
  // The noise's shape may be wrong under a signal, so tones may differ.
  const scale = Math.min(MOST_SCALE, Math.max(1 / MOST_SCALE, -common / x.product));
  const sum = rest.map((value, i) => value + scale * own[i]);
  const { mean, product: variance } = momentsOf(sum, sum);
  // Of noise, and of its product with the signal.
  return variance <= (UNEVEN * mean) ** 2 + 2 * bins + 4 * mean;
}

/** Returns the mean of the first values, and the mean product of both without their means. */
function momentsOf(a: Float64Array, b: Float64Array) {
  const [mean, other] = [a, b].map((values) => values.reduce((sum, value) => sum + value, 0) / values.length);
  return { mean, product: a.reduce((sum, value, i) => sum + (value - mean) * (b[i] - other), 0) / a.length };
}

/** Returns how often a power turns on or off. */
function changes(power: Float64Array): number {
  const most = power.reduce((a, b) => Math.max(a, b), 0);
  let [count, isOn] = [0, power[0] > 0.5 * most];
  for (const value of power) {
    if (isOn ? value > OFF * most : value < ON * most) continue;
    isOn = !isOn;
    count++;
  }
  return count;
}
