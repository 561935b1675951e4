import type { SearchedGrid, SegmentGrids, Subtracted } from "../grids.ts";
import { middleOf } from "../images.ts";
import type { NoiseFloor } from "../noise-floor.ts";
import { wordsPerRow } from "../connected-runs.ts";
import { joinedPiece, type Piece } from "../pieces/pieces.ts";
import { type CellRun, type RatioGrid, regionsOfBits, zeroOf } from "../regions.ts";
import { binWidth } from "../resolution.ts";
import { seamOf } from "./seam.ts";

/**
 * Turns the spectra of a part where something is on across the ends of the band, which are neighbours: a quiet place becomes their ends, and all that looks for signals sees one signal
 * there. Frequency 0 is another bin then, and frequencies may lie one sample rate off. Otherwise returns the same grids.
 *
 * @param grids Are changed.
 */
export function turnedGrids<Grids extends SegmentGrids>(grids: Grids): Grids {
  const { long, short, subtracted } = grids;
  const found = long.search();
  const known = { ...grids, long: { ...long, search: () => found } };
  const { grid } = long;
  const group = short?.grid.group ?? 1;
  // Negative frequencies of real samples hold nothing. A grid without ratios has one line at most.
  const by = grid.isReal || grid.ratios.length === 0 ? 0 : seamOf(grid, found, group);
  if (by === 0) return known;
  turnRows(grid, by);
  const turned = turnedGrid(grid, by);
  const lines = new Map(found.lines.map((line) => [turnedLine(line, turned, by), line]));
  const regions = turnedRegions(found.regions, turned, by);
  return {
    ...known,
    long: {
      ...long,
      grid: turned,
      floor: turnedFloor(long.floor, by),
      search: () => ({ lines: [...lines.keys()], regions }),
    },
    short: short && turnedShort(short, by / group),
    subtracted: subtracted && turnedSubtracted(subtracted, { lines, grid: turned, binHz: binWidth(long.resolution) }),
  };
}

/** Returns a grid whose rows were turned. */
function turnedGrid<Grid extends RatioGrid>(grid: Grid, by: number): Grid {
  const place = (bin: number) => (bin - by + grid.bins) % grid.bins;
  return { ...grid, zero: place(zeroOf(grid)), subtracted: grid.subtracted?.map(place) };
}

function turnedShort<Grid extends RatioGrid>(short: SearchedGrid<Grid>, by: number): SearchedGrid<Grid> {
  const { grid } = short;
  turnRows(grid, by);
  const turned = turnedGrid(grid, by);
  return {
    ...short,
    grid: turned,
    floor: turnedFloor(short.floor, by),
    search() {
      // Its lines are known by their bins.
      turnRows(grid, grid.bins - by);
      const { lines, regions } = short.search();
      turnRows(grid, by);
      return {
        lines: lines.map((line) => turnedLine(line, turned, by)),
        regions: turnedRegions(regions, turned, by),
      };
    },
  };
}

function turnRows({ ratios, frames, bins, rows }: RatioGrid, by: number): void {
  const [from, to] = rows?.read ?? [0, frames];
  const first = new Float32Array(by);
  for (let t = from; t < to; t++) {
    const row = ratios.subarray(t * bins, (t + 1) * bins);
    first.set(row.subarray(0, by));
    row.copyWithin(0, by);
    row.set(first, bins - by);
  }
}

function turnedFloor(floor: NoiseFloor, by: number): NoiseFloor {
  const shape = new Float64Array(floor.shape.length);
  shape.set(floor.shape.subarray(by));
  shape.set(floor.shape.subarray(0, by), shape.length - by);
  return { ...floor, shape };
}

/** Returns a line with what it had beyond an end of the band. */
function turnedLine({ beyond, ...line }: Piece, grid: RatioGrid, by: number): Piece {
  const own = movedLine(line, grid, by);
  return beyond ? joinedPiece(grid, own, movedLine(beyond, grid, by)) : own;
}

/** Returns a line, or a part of one, that does not lie on both sides of the seam. */
function movedLine(line: Piece, { bins }: RatioGrid, by: number): Piece {
  const shift = line.lowBin < by ? bins - by : -by;
  const highBin = Math.min(bins, line.highBin + shift);
  const runs = line.runs.map((run) => ({ ...run, low: run.low + shift, high: Math.min(bins, run.high + shift) }));
  const lowBin = line.lowBin + shift;
  return { ...line, runs, lowBin, highBin, spectrum: line.spectrum.slice(0, highBin - lowBin) };
}

/** Joins regions across the former ends of the band, and cuts them at the seam. */
function turnedRegions(regions: readonly (readonly CellRun[])[], grid: RatioGrid, by: number): CellRun[][] {
  const { frames, bins } = grid;
  const words = wordsPerRow(bins);
  const bits = new Uint32Array(3 * frames * words);
  for (const { frame, low, high, short, long } of regions.flat()) {
    for (let k = low; k < high; k++) {
      const turned = (k - by + bins) % bins;
      const [at, bit] = [3 * frame * words + (turned >> 5), 1 << (turned & 31)];
      bits[at] |= bit;
      if (short) bits[at + words] |= bit;
      if (long) bits[at + 2 * words] |= bit;
    }
  }
  return regionsOfBits(bits, grid);
}

/** @param lines The turned lines, and what they were. */
function turnedSubtracted(
  { frequencies, modulates }: Subtracted,
  { lines, grid, binHz }: { lines: ReadonlyMap<Piece, Piece>; grid: RatioGrid; binHz: number },
): Subtracted {
  const { bins } = grid;
  return {
    frequencies: frequencies.map((hz) => hz - bins * binHz * Math.floor((hz / binHz + zeroOf(grid)) / bins)),
    modulates(line, signal) {
      const own = lines.get(line);
      if (!own) return undefined;
      const shift = Math.round(middleOf(own) - middleOf(line));
      return modulates(own, { ...signal, lowBin: signal.lowBin + shift, highBin: signal.highBin + shift });
    },
  };
}
