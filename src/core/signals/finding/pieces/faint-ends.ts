import { type CellRun, LONG_FRAMES, type RatioGrid } from "../regions.ts";
import { meanExcess } from "./piece-overlap.ts";
import type { Piece } from "./pieces.ts";

/** Least width of a region, bins. */
const LEAST_WIDE = 24;
/** Power of a faint end relative to the strong signal's; and its width. */
const [FAINT, NARROW] = [0.5, 0.6];
/** Frames at the edge of a strong signal to which it leaks. */
const EDGE = 4;
/** Frames of a faint end in which its band holds cells, and bins of its band in a frame that hold some, at least. */
const [LEAST_FILL, HALF] = [0.85, 0.5];
/** Power beside the faint end's band relative to the strong signal's there, over the same ratio within its band: a fade has both alike. */
const BESIDE = 0.2;

/**
 * A signal that a stronger and wider one covers from some time on, or up to it: the region begins or ends with a part that is faint, but in a part of
 * the band only. Returns the faint end and the rest.
 */
export function atFaintEnd(grid: RatioGrid, piece: Piece): CellRun[][] | undefined {
  const { envelope, firstFrame, endFrame, lowBin, highBin } = piece;
  if (highBin - lowBin < LEAST_WIDE || endFrame - firstFrame < 2 * LONG_FRAMES) return undefined;
  const limit = FAINT * strongLevel(envelope);
  const isStrong = (value: number) => value >= limit;
  const [first, last] = [firstFrame + envelope.findIndex(isStrong), firstFrame + envelope.findLastIndex(isStrong) + 1];
  return (
    cutAt(grid, piece, { faint: [firstFrame, first], strong: [first, last] }) ??
    cutAt(grid, piece, { faint: [last, endFrame], strong: [first, last] })
  );
}

type Range = readonly [from: number, to: number];

function cutAt(
  grid: RatioGrid,
  { runs, lowBin, highBin }: Piece,
  { faint, strong }: Readonly<Record<"faint" | "strong", Range>>,
): CellRun[][] | undefined {
  // Without the frames to which the strong signal leaks.
  const [from, to] = faint[0] < strong[0] ? [faint[0], faint[1] - EDGE] : [faint[0] + EDGE, faint[1]];
  if (to - from < LONG_FRAMES || strong[1] - strong[0] < LONG_FRAMES) return undefined;
  const during = ([begin, end]: Range) => runs.filter(({ frame }) => frame >= begin && frame < end);
  const ofFaint = during([from, to]);
  const band = steadyBand(ofFaint, [from, to], [lowBin, highBin]);
  const whole = steadyBand(during(strong), strong, [lowBin, highBin]);
  if (!band || !whole || band[1] - band[0] > NARROW * (whole[1] - whole[0])) return undefined;
  if (!isSteady(ofFaint, [from, to], band)) return undefined;
  const power = (time: Range, [low, high]: Range) => meanExcess(grid, time, [low, high]) * Math.max(0, high - low);
  const ratio = (bands: readonly Range[]) => {
    const [own, others] = [[from, to] as const, strong].map((time) =>
      bands.reduce((sum, part) => sum + power(time, part), 0),
    );
    return own / others;
  };
  const beside = ratio([
    [whole[0], Math.min(band[0], whole[1])],
    [Math.max(band[1], whole[0]), whole[1]],
  ]);
  if (!(beside < BESIDE * ratio([band]))) return undefined;
  const isFaint = ({ frame }: CellRun) => frame >= faint[0] && frame < faint[1];
  const isAlone = ({ frame }: CellRun) => frame >= from && frame < to;
  const own = runs.filter(isFaint).flatMap((run) => (isAlone(run) ? [run] : clipped(run, band)));
  const rest = runs.flatMap((run) =>
    isAlone(run) ? [] : isFaint(run) ? [...clipped(run, [0, band[0]]), ...clipped(run, [band[1], grid.bins])] : [run],
  );
  return [own, rest];
}

/** Power of the frames above which half of the energy is. */
function strongLevel(envelope: Float64Array): number {
  const sorted = envelope.toSorted();
  let rest = sorted.reduce((sum, value) => sum + Math.max(0, value), 0) / 2;
  let t = sorted.length;
  while (t > 0 && rest > 0) rest -= sorted[--t];
  return sorted[t] ?? 0;
}

/** Returns the bins from the first to the last one that runs hold for half of a time. */
function steadyBand(runs: readonly CellRun[], [from, to]: Range, [lowBin, highBin]: Range): Range | undefined {
  const counts = new Uint32Array(highBin - lowBin);
  for (const { low, high } of runs) for (let k = low; k < high; k++) counts[k - lowBin]++;
  const isOn = (count: number) => count >= HALF * (to - from);
  const first = counts.findIndex(isOn);
  return first < 0 ? undefined : [lowBin + first, lowBin + counts.findLastIndex(isOn) + 1];
}

/** Tells whether runs hold half of a band in most frames. */
function isSteady(runs: readonly CellRun[], [from, to]: Range, [low, high]: Range): boolean {
  const counts = new Uint32Array(to - from);
  for (const run of runs) counts[run.frame - from] += Math.max(0, Math.min(run.high, high) - Math.max(run.low, low));
  const on = counts.filter((count) => count >= HALF * (high - low)).length;
  return on >= LEAST_FILL * (to - from);
}

const clipped = (run: CellRun, [from, to]: Range): CellRun[] => {
  const [low, high] = [Math.max(run.low, from), Math.min(run.high, to)];
  return low < high ? [{ ...run, low, high }] : [];
};
