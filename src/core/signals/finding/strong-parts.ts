import { type Clipping, distortionOf, madeRatios } from "./clipping.ts";
import type { SearchedGrid } from "./grids.ts";
import { dissect } from "./pieces/dissection.ts";
import { type Piece, pieceOf } from "./pieces/pieces.ts";
import type { CellRun, RatioGrid } from "./regions.ts";
import { mean } from "./segment-signal.ts";

/** Peak of what may be made by a limit, relative to the largest mean ratio of it. */
const MADE_POWER = 4;

/**
 * The parts of a grid's regions without what a limit of the samples makes of strong signals, the power that it makes in each frame relative to theirs,
 * and whether it may have made a part.
 */
export function strongParts(
  { grid, resolution }: SearchedGrid,
  { regions, lines }: ReturnType<SearchedGrid["search"]>,
  clipping: Clipping,
  isLeft: (runs: readonly CellRun[]) => boolean = () => true,
) {
  const distortion = clipping.samples.length > 0 ? distortionOf(clipping, resolution, grid.frames) : undefined;
  const made = distortion && madeRatios(grid, { regions, lines }, distortion);
  const madeDuring = ({ start, stop }: Piece) => (made ? mean(made, start, stop) : 0);
  const pieces = regions
    .flatMap((runs) => (isLeft(runs) ? dissect(grid, runs) : []))
    .flatMap((piece) => strongPart(grid, piece, madeDuring(piece)));
  return { pieces, distortion, mayBeMade: (piece: Piece) => piece.peak < MADE_POWER * madeDuring(piece) };
}

/** Returns a piece without the bins at its sides whose mean ratio is small; none if all are. */
function strongPart(grid: RatioGrid, piece: Piece, least: number): Piece[] {
  const { spectrum, start, stop, lowBin } = piece;
  const isStrong = (value: number) => value >= least * (stop - start);
  const [first, last] = [spectrum.findIndex(isStrong), spectrum.findLastIndex(isStrong)];
  if (last - first === spectrum.length - 1) return [piece];
  const [low, high] = [lowBin + first, lowBin + last + 1];
  const runs = piece.runs.flatMap((run) =>
    run.low < high && run.high > low ? [{ ...run, low: Math.max(run.low, low), high: Math.min(run.high, high) }] : [],
  );
  return first < 0 || runs.length === 0 ? [] : [pieceOf(grid, runs)];
}
