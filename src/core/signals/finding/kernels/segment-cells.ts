import { fineGridOf, type GridConfig, resampled, type SearchedGrid, type SegmentGrids } from "../grids.ts";
import { type LineBand, takeLines } from "../lines.ts";
import type { NoiseFloor } from "../noise-floor.ts";
import { evenQuietFrames } from "../quiet-noise.ts";
import { type GridRows, type RatioGrid, regionsOf, regionsOfBits } from "../regions.ts";
import type { Resolution } from "../resolution.ts";

/** The cells of a grid as a GPU computed them. */
interface GridCells {
  frames: number;
  /** [frame][bin]. */
  ratios: Float32Array;
  /** As {@link regionsOfBits} reads them. */
  bits: Uint32Array;
  /** Those that were read. Undefined: all. */
  rows?: GridRows;
  bands: LineBand[];
  /** True if it surely holds no region that counts. */
  isQuiet: boolean;
}

/** The cells of a part of a recording. They are plain data, so that another thread can search them. */
export interface SegmentCells {
  floor: NoiseFloor;
  long: GridCells;
  short?: GridCells;
  /** Whether the bits leave out the lines. */
  areLinesTaken: boolean;
}

/** Returns the grids of cells. The search changes the ratios. */
export function gridsOfCells(
  { long, short, thresholds, isReal, areTones }: GridConfig,
  { floor, areLinesTaken, ...cells }: SegmentCells,
): SegmentGrids {
  const searched = (
    { frames, ratios, bits, bands, isQuiet, rows }: GridCells,
    resolution: Resolution,
    own: NoiseFloor,
  ) => {
    const bins = resolution.length;
    const grid: RatioGrid = { ratios, frames, bins, rows, gain: own.gain, thresholds, areTones, isReal };
    const isChanged = !isReal && evenQuietFrames(grid, own, resolution);
    const search = (): ReturnType<SearchedGrid["search"]> => {
      const lines = takeLines(grid, bands);
      const regions = areLinesTaken && !isChanged ? regionsOfBits(bits, grid) : regionsOf(grid, thresholds);
      return { lines, regions };
    };
    return { resolution, grid, isQuiet, search };
  };
  const grids: SegmentGrids = { long: { ...searched(cells.long, long, floor), floor } };
  if (!short || !cells.short) return grids;
  const fineFloor = resampled(floor, long, { frames: cells.short.frames, resolution: short });
  const fine = searched(cells.short, short, fineFloor);
  return { ...grids, short: { ...fine, floor: fineFloor, grid: fineGridOf(fine.grid, long, short) } };
}
