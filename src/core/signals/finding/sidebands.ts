import type { FineGrid } from "./fine-power.ts";
import type { Subtracted } from "./grids.ts";
import { middleOf } from "./images.ts";
import { hasTimingOf, width } from "./pieces/piece-overlap.ts";
import { type Piece, pieceOf, strongestBin } from "./pieces/pieces.ts";
import { areCorrelated } from "./tones/power-correlation.ts";
import type { RatioGrid } from "./regions.ts";
import { isFringe, isOnBothSides, isNear, LOBE_POWER } from "./side-lobes.ts";

/** Largest distance of a line from the middle of two others, bins, and largest ratio of their peaks, if they are its sidebands. */
const PLACE = 0.5;
export const RATIO = 3.5;
/** Largest peak of a pair of sidebands relative to its line: AM of depth 1 has a quarter in each. */
export const MOST_PAIR = 0.3;

/** Largest distance of a line from the middle of both its sidebands, the larger of bins and a share of their width. */
const [MIDDLE_BINS, MIDDLE_SHARE] = [2, 0.03];
/** Frames of a click, at most, its distance in frames from the carrier's start or stop, and a margin of its power. */
const [CLICK_FRAMES, CLICK_EDGE, CLICK_MARGIN] = [8, 2, 4];

/** Tells whether two lines modulate a third one, by their phases. */
type AreConjugate = (carrier: Piece, a: Piece, b: Piece) => boolean;
type Modulations = Pick<Subtracted, "modulates">;

/**
 * Joins lines with their sidebands: what lies on both sides alike, or is on as long and changes with the line. All else near a line is another
 * signal, however strong the line is, because its side lobes were taken out with it.
 *
 * @param grid Without the lines. @param signals Without the lines, joined among each other.
 */
export function withSidebands(
  grid: RatioGrid,
  {
    lines,
    signals,
    modulates,
    areConjugate,
  }: { lines: readonly Piece[]; signals: readonly Piece[]; areConjugate?: AreConjugate } & Partial<Modulations>,
  fine: FineGrid | undefined,
): Piece[] {
  const rest = new Set(signals);
  const waiting = new Set(lines.toSorted((a, b) => b.peak - a.peak));
  const whole: Piece[] = [];
  for (const line of waiting) {
    waiting.delete(line);
    const pairs = pairsBeside(line, [...waiting], areConjugate);
    const sides = [...rest].filter((signal) => isSideband(grid, line, signal, { fine, modulates }));
    for (const other of pairs) waiting.delete(other);
    for (const side of sides) rest.delete(side);
    const carrier = wholeCarrier(grid, [line, ...pairs], sides);
    whole.push(areConjugate && pairs.length > 0 ? { ...carrier, isModulated: true } : carrier);
  }
  return [...rest, ...whole];
}

/** Returns weaker lines that lie in pairs on both sides of a line, as a tone that modulates it makes them. */
function pairsBeside(line: Piece, others: readonly Piece[], areConjugate: AreConjugate = () => true): Piece[] {
  const sum = 2 * middleOf(line);
  const weaker = others.filter((other) => isNear(line, other) && other.peak <= MOST_PAIR * line.peak);
  const isPair = (a: Piece, b: Piece) =>
    a !== b &&
    Math.abs(middleOf(a) + middleOf(b) - sum) <= 2 * PLACE &&
    Math.max(a.peak, b.peak) <= RATIO * Math.min(a.peak, b.peak) &&
    areConjugate(line, a, b);
  return weaker.filter((one) => weaker.some((other) => isPair(one, other)));
}

/** Tells whether a signal does not cover a line, or has it in its middle: a burst over it lies anywhere. */
function isBesideOrAround(line: Piece, signal: Piece): boolean {
  const [low, high] = [middleOf(line) - signal.lowBin, signal.highBin - 1 - middleOf(line)];
  return Math.min(low, high) < 0 || Math.abs(high - low) <= 2 * Math.max(MIDDLE_BINS, MIDDLE_SHARE * width(signal));
}

function isSideband(
  grid: RatioGrid,
  line: Piece,
  signal: Piece,
  { fine, modulates }: { fine?: FineGrid } & Partial<Modulations>,
): boolean {
  if (isClick(line, signal)) return true;
  // Powers alone do not tell a burst in whose middle a carrier lies from what modulates the carrier for some time.
  const isOwn = isNear(line, signal) && !hasTimingOf(line, signal) ? modulates?.(line, signal) : undefined;
  if (isOwn !== undefined) return isOwn;
  if (isFringe(line, signal)) return true;
  if (!isNear(line, signal) || signal.peak > line.peak || !isBesideOrAround(line, signal)) return false;
  const isAsLong = hasTimingOf(line, signal);
  if ((isAsLong || signal.peak <= LOBE_POWER * line.peak) && isOnBothSides(grid, line, signal)) return true;
  return isAsLong && areCorrelated(line, signal, fine);
}

/**
 * Tells whether a part is the start or the stop of a carrier, which its line does not hold: a step has the spectrum 1/(2πf), while the carrier has 0.42 of
 * the transform's length.
 */
function isClick(line: Piece, signal: Piece): boolean {
  const isAt = (frame: number) => Math.max(frame - signal.stop, signal.start - frame) <= CLICK_EDGE;
  if (signal.stop - signal.start > CLICK_FRAMES || ![line.start, line.stop].some(isAt)) return false;
  const distance = Math.max(1, Math.abs(strongestBin(signal) - middleOf(line)));
  return signal.peak <= (CLICK_MARGIN * line.peak) / (2 * Math.PI * 0.42 * distance) ** 2;
}

/** Returns lines, the carrier first, and other parts as one signal. The grid holds the others only. */
export function wholeCarrier(grid: RatioGrid, lines: readonly Piece[], others: readonly Piece[]): Piece {
  if (lines.length + others.length === 1) return lines[0];
  const runs = [...lines, ...others].flatMap((piece) => piece.runs).sort((a, b) => a.frame - b.frame);
  const beside = pieceOf(grid, runs);
  const spectrum = beside.spectrum.slice();
  const envelope = beside.envelope.slice();
  for (const line of lines) {
    for (const [k, value] of line.spectrum.entries()) spectrum[line.lowBin - beside.lowBin + k] += value;
    for (const [t, value] of line.envelope.entries()) envelope[t] += value;
  }
  const { start, stop, longest } = lines[0];
  const energy = spectrum.reduce((sum, value) => sum + value, 0);
  const peak = spectrum.reduce((most, value) => Math.max(most, value), 0) / (stop - start);
  return {
    ...beside,
    spectrum,
    envelope,
    start,
    stop,
    longest,
    energy,
    peak,
    power: (beside.power * peak) / beside.peak,
  };
}
