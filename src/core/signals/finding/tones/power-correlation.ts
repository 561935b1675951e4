import { type FineGrid, finePower, keyedLevel } from "../fine-power.ts";
import { areAlike, isDuring, TIMING } from "../pieces/piece-overlap.ts";
import { mainBand, type Piece } from "../pieces/pieces.ts";

/** Least correlation of the powers of one signal's parts, and its least multiple of the standard deviation of no correlation. */
const [CORRELATION, DEVIATIONS] = [0.2, 5];
/** Largest correlation of the powers of tones of FSK: when one is on, the others are off. */
export const ALTERNATING = -0.7;
/** Power of two parts while both are off, relative to its usual one, and the largest share of the time. */
const [OFF, MOST_OFF] = [0.25, 0.05];
/** Independent powers per frame: frames overlap. */
const INDEPENDENT = 0.37;
/** Frames on each side over which changes of the powers are slow. */
const SLOW = 8;
/** Frames in which two parts must be together, to be compared. */
const LEAST_TOGETHER = 16;
/** Bins of the fine grid in a band that it separates from others. */
const FINE_BINS = 3;

/** Tells whether the powers of two pieces change together, or one against the other as the tones of FSK. */
export function areCorrelated(a: Piece, b: Piece, fine: FineGrid | undefined): boolean {
  return Math.abs(correlationOf(a, b, fine)) >= CORRELATION;
}

/**
 * Tells whether two pieces are tones of FSK. One of them may be a part of its tone's time, which a run of equal bits has ended. A limit of the
 * samples makes any two signals alternate, but tones are equally strong.
 */
export function areTones(a: Piece, b: Piece, fine: FineGrid | undefined): boolean {
  return areAlike(a, b) && (isDuring(a, b) || isDuring(b, a)) && correlationOf(a, b, fine) <= ALTERNATING;
}

/** Tells whether at least one of two parts is on at all times, as one of the tones of FSK is. Keyed carriers are both off at times. */
export function isOneOn(a: Piece, b: Piece, fine: FineGrid | undefined): boolean {
  if (!fine) return false;
  const time = [Math.max(a.start, b.start) + TIMING, Math.min(a.stop, b.stop) - TIMING] as const;
  const [x, y] = [a, b].map((piece) => finePower(fine, piece, time));
  const sum = x.map((value, i) => value + y[i]);
  const least = OFF * keyedLevel(sum);
  return sum.filter((value) => value < least).length <= MOST_OFF * sum.length;
}

/** Returns the correlation of the powers of two pieces; 0 if chance may have made it. */
function correlationOf(a: Piece, b: Piece, fine: FineGrid | undefined): number {
  // The edges would correlate any two bursts.
  const time = [Math.max(a.start, b.start) + TIMING, Math.min(a.stop, b.stop) - TIMING] as const;
  if (time[1] - time[0] < LEAST_TOGETHER) return 0;
  const isWide = fine !== undefined && [a, b].every((piece) => width(piece) >= FINE_BINS * fine.group);
  const [x, y] = [a, b].map((piece) => {
    const power = isWide
      ? finePower(fine, piece, time)
      : piece.envelope.slice(time[0] - piece.firstFrame, time[1] - piece.firstFrame);
    return lessSlow(power, SLOW * (isWide ? fine.hops : 1));
  });
  const product = (p: Float64Array, q: Float64Array) => p.reduce((sum, value, i) => sum + value * (q[i] ?? 0), 0);
  const correlation = product(x, y) / Math.sqrt(product(x, x) * product(y, y));
  // By Fisher's transformation: near ±1 a correlation deviates less than near 0.
  const deviations = Math.abs(Math.atanh(correlation)) * Math.sqrt(INDEPENDENT * x.length - 3);
  return deviations >= DEVIATIONS ? correlation : 0;
}

const width = (piece: Piece) => mainBand(piece)[1] - mainBand(piece)[0];

/** Takes the mean of the neighbourhood from each value: any two signals that fade have powers that change slowly together. */
function lessSlow(values: Float64Array, reach: number): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (const [i, value] of values.entries()) sums[i + 1] = sums[i] + value;
  return values.map((value, i) => {
    const [from, to] = [Math.max(0, i - reach), Math.min(values.length, i + reach + 1)];
    return value - (sums[to] - sums[from]) / (to - from);
  });
}
