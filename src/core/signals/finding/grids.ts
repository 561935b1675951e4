import { leastFloor } from "./absent-noise.ts";
import { floorBesideGaps, type Gap } from "./lost-samples/gaps.ts";
import { takeLines } from "./lines.ts";
import type { FineGrid } from "./fine-power.ts";
import { type NoiseFloor, noiseFloorOf } from "./noise-floor.ts";
import type { Piece } from "./pieces/pieces.ts";
import { evenQuietFrames } from "./quiet-noise.ts";
import { type CellRun, type RatioGrid, regionsOf, type Thresholds } from "./regions.ts";
import type { Resolution } from "./resolution.ts";
import { spectraInSlices } from "./spectra.ts";
import { createTimeSlice } from "../../thread/time-slice.ts";

/** Frames on each side of a step of the gain that may hold it, and the least ratio of a step. */
export const [STEP_REACH, STEP_RATIO] = [3, 1.15];

/** Cells over the noise, and what they show. */
export interface SearchedGrid<Grid extends RatioGrid = RatioGrid> {
  resolution: Resolution;
  floor: NoiseFloor;
  /** Without ratios where no regions, no several lines and no line across an end of the band need them. */
  grid: Grid;
  /** True if it surely holds no region that counts. */
  isQuiet: boolean;
  /** Takes the lines out of the grid. Returns them and the regions of the rest. Called once at most. */
  search(): { lines: Piece[]; regions: CellRun[][] };
}

/** The grids of a part of a recording. */
export interface SegmentGrids {
  long: SearchedGrid;
  short?: SearchedGrid<FineGrid>;
  subtracted?: Subtracted;
}

/** Carriers that were subtracted from the samples. */
export interface Subtracted {
  /** Hz. */
  frequencies: readonly number[];
  /** Tells whether a signal modulates a line; undefined if the line was not subtracted. */
  modulates(line: Piece, signal: Piece): boolean | undefined;
}

/** How a recording is searched. */
export interface GridConfig {
  long: Resolution;
  short?: Resolution;
  thresholds: Thresholds;
  /** Only positive frequencies count: the samples are real. */
  isReal: boolean;
  /** A line around frequency 0 was subtracted: no constant is left. */
  hasNoConstant?: boolean;
  /** Bins of the long transforms, possibly fractional, at which lines were subtracted. */
  subtracted?: readonly number[];
  /** There is no noise: all above the least one is signal. */
  isNoiseless?: boolean;
  /** Only signals of several long transforms count. The short transforms tell how they are keyed, and are not searched. */
  isLasting?: boolean;
  /** Tones stay apart, and so do marks of a tone: the lengths of marks join slow keying. */
  areTones?: boolean;
  /** Where samples were lost. Some frames hold none of them. */
  gaps?: readonly Gap[];
}

/** Returns the grids of complex samples, interleaved, in float64. Other work may use the thread meanwhile. @param signal Ends the work. */
export async function gridsOf(
  samples: Float32Array,
  {
    long,
    short,
    thresholds,
    isReal,
    hasNoConstant,
    subtracted,
    isNoiseless,
    isLasting = false,
    areTones,
    gaps,
  }: GridConfig,
  signal?: AbortSignal,
): Promise<SegmentGrids> {
  const slice = createTimeSlice(signal);
  const powers = await spectraInSlices(samples, long, slice);
  const estimated = gaps ? floorBesideGaps(powers, long, gaps) : noiseFloorOf(powers, long);
  const floor = isNoiseless ? leastFloor(estimated) : estimated;
  if (slice.due()) await slice.pass();
  const searched = <Grid extends RatioGrid>(
    grid: Grid,
    isQuiet = false,
  ): Pick<SearchedGrid<Grid>, "grid" | "isQuiet" | "search"> => ({
    grid,
    isQuiet,
    search: () => ({ lines: takeLines(grid), regions: regionsOf(grid, thresholds) }),
  });
  const grids: SegmentGrids = {
    long: {
      resolution: long,
      floor,
      ...searched(
        ratiosOf(
          powers,
          { ...floor, gain: steppedGains(floor.gain) },
          { gain: floor.gain, isReal, hasNoConstant, subtracted, areTones, thresholds },
        ),
      ),
    },
  };
  if (!isReal) evenQuietFrames(grids.long.grid, floor, long);
  if (!short) return grids;
  const finePowers = await spectraInSlices(samples, short, slice);
  const frames = finePowers.length / short.length;
  const fineFloor = resampled(floor, long, { frames, resolution: short });
  const fine = ratiosOf(finePowers, fineFloor, { gain: fineFloor.gain, isReal, hasNoConstant, areTones, thresholds });
  if (!isReal) evenQuietFrames(fine, fineFloor, short);
  return {
    ...grids,
    short: { resolution: short, floor: fineFloor, ...searched(fineGridOf(fine, long, short), isLasting) },
  };
}

/** Returns a grid of short transforms with its place in the grid of long ones. */
export const fineGridOf = (grid: RatioGrid, long: Resolution, short: Resolution): FineGrid => ({
  ...grid,
  hops: long.hop / short.hop,
  group: long.length / short.length,
  middle: Math.round((long.length - short.length) / 2 / short.hop),
});

/** Divides powers by the noise, in place. @param levels The noise by which they are divided, and the gain that the grid tells. */
function ratiosOf(
  powers: Float32Array,
  levels: Pick<NoiseFloor, "gain" | "shape">,
  {
    gain,
    ...config
  }: Pick<GridConfig, "isReal" | "hasNoConstant" | "subtracted" | "areTones" | "thresholds"> & Pick<NoiseFloor, "gain">,
): RatioGrid {
  const { shape } = levels;
  const bins = shape.length;
  const inverse = shape.map((value, k) => (value > 0 && !(config.isReal && k < bins / 2) ? 1 / value : 0));
  for (let t = 0; t < gain.length; t++) {
    const level = levels.gain[t];
    const scale = level > 0 ? 1 / level : 0;
    for (let k = 0, at = t * bins; k < bins; k++, at++) powers[at] *= scale * inverse[k];
  }
  return { ratios: powers, frames: gain.length, bins, gain, ...config };
}

/** Returns the gain of each frame; near a step the larger one, because frames that hold the step are as loud. */
const steppedGains = (gain: Float64Array): Float64Array =>
  gain.map((own, t) => {
    let [least, most] = [own, own];
    for (let near = Math.max(0, t - STEP_REACH); near <= Math.min(gain.length - 1, t + STEP_REACH); near++) {
      if (gain[near] < least) least = gain[near];
      if (gain[near] > most) most = gain[near];
    }
    return most > STEP_RATIO * least ? most : own;
  });

/**
 * The noise floor of a grid of long transforms, for short ones. Near a step the larger gain counts: long transforms that hold the step show only a part of
 * the louder noise, and short ones all of it.
 */
export function resampled(
  { gain, shape, least }: NoiseFloor,
  long: Resolution,
  { frames, resolution }: { frames: number; resolution: Resolution },
): NoiseFloor {
  const group = long.length / resolution.length;
  const fine = { gain: new Float64Array(frames), shape: new Float64Array(resolution.length), least };
  const levels = steppedGains(gain);
  for (let t = 0; t < frames; t++) {
    const frame = Math.round((t * resolution.hop + resolution.length / 2 - long.length / 2) / long.hop);
    fine.gain[t] = levels[Math.min(levels.length - 1, Math.max(0, frame))];
  }
  for (let k = 0; k < resolution.length; k++) {
    const near = shape.subarray(Math.max(0, (k - 0.5) * group), (k + 0.5) * group);
    fine.shape[k] = near.reduce((sum, value) => sum + value, 0) / near.length;
  }
  return fine;
}
