import { type GridConfig, gridsOf, type SegmentGrids } from "../grids.ts";
import { middleOf } from "../images.ts";
import { LINE_ERROR, MAIN_LOBE, mayHide } from "../lines.ts";
import type { NoiseFloor } from "../noise-floor.ts";
import type { Piece } from "../pieces/pieces.ts";
import { isDuring } from "../pieces/piece-overlap.ts";
import { valueOfRank } from "../ranks.ts";
import type { RatioGrid } from "../regions.ts";
import { binWidth, type Resolution } from "../resolution.ts";
import { subtractEdge } from "./edges.ts";
import { isModulation } from "./modulation.ts";
import { isOverSignals } from "./over-signals.ts";
import { type PartialLine, partialLines, pieceDuring, timeOn } from "./partial-lines.ts";
import { subtractCarriers, type Wave } from "./subtraction.ts";

/** Most lines of a part that are subtracted. */
const MOST_LINES = 8;
/** Least noise without the carriers, relative to the noise with them: otherwise it was their leakage, and rounding is left. */
const SAME_NOISE = 0.5;
interface Part {
  /** Returns complex samples, interleaved. */
  samples(): Float32Array;
  config: GridConfig;
  /** Tells whether carriers may be subtracted from these samples. */
  isLinear(): boolean;
}

/**
 * Searches a part again without its carriers, if a strong one lies over other signals: the bins of a line and of its side lobes then show what they hold.
 * Otherwise returns the same grids.
 */
export async function gridsUnderCarriers(grids: SegmentGrids, part: Part): Promise<SegmentGrids> {
  const { floor, grid } = grids.long;
  const { config, samples } = part;
  const searched = grids.long.search();
  const known = { ...grids, long: { ...grids.long, search: () => searched } };
  const strong = searched.lines.filter(mayHide).sort((a, b) => b.peak - a.peak);
  const lines = strong.slice(0, MOST_LINES);
  const partial = partialLines(grid, lines).slice(0, MOST_LINES);
  if (lines.length + partial.length === 0 || !part.isLinear()) return known;
  if (partial.length === 0 && !lines.some((line) => isOverSignals(line, samples(), { config, floor }))) return known;
  const rest = samples().slice();
  const taken = [
    ...lines.flatMap((line) => takenLine(rest, line, config.long)),
    ...partial.flatMap((line) => takenPart(rest, line, { grid, resolution: config.long })),
  ];
  if (taken.length === 0) return known;
  const places = taken.map(({ line }) => middleOf(line));
  const hasNoConstant = places.some((bin) => Math.abs(bin - config.long.length / 2) <= MAIN_LOBE);
  const without = await gridsOf(rest, { ...config, hasNoConstant, subtracted: places });
  if (densityOf(without.long.floor) < SAME_NOISE * densityOf(floor)) return known;
  const isOther = (line: Piece) => taken.every((one) => Math.abs(middleOf(one.line) - middleOf(line)) > MAIN_LOBE);
  const search = () => {
    const { lines: others, regions } = without.long.search();
    return { lines: [...taken.map(({ line }) => line), ...others.filter(isOther)], regions };
  };
  return {
    ...without,
    long: { ...without.long, search },
    subtracted: {
      frequencies: taken.map(({ line }) => frequencyOf(middleOf(line), config.long)),
      modulates(line, signal) {
        const found = taken.find((one) => one.line === line);
        return found && modulates(found, signal, config.long);
      },
    },
  };
}

/** A carrier that was subtracted. */
interface Taken {
  line: Piece;
  wave: Wave;
  /** The samples without it, while it is on, and the number of the first one. */
  rest: Float32Array;
  first: number;
}

const frequencyOf = (place: number, resolution: Resolution) => (place - resolution.length / 2) * binWidth(resolution);

function subtracted(rest: Float32Array, place: number, resolution: Resolution): Wave | undefined {
  const { sampleRateHz, hop: step } = resolution;
  const carrier = { hz: frequencyOf(place, resolution), withinHz: LINE_ERROR * binWidth(resolution) };
  return subtractCarriers(rest, [carrier], { sampleRateHz, step })[0]?.wave;
}

/** Subtracts a line from samples. */
function takenLine(rest: Float32Array, line: Piece, resolution: Resolution): Taken[] {
  const wave = subtracted(rest, middleOf(line), resolution);
  return wave ? [{ line, wave, rest, first: 0 }] : [];
}

/** Subtracts a carrier from samples while it is on. */
function takenPart(
  samples: Float32Array,
  partial: PartialLine,
  { grid, resolution }: { grid: RatioGrid; resolution: Resolution },
): Taken[] {
  const [first, end] = timeOn(samples, partial, resolution);
  const rest = samples.subarray(2 * first, 2 * end);
  const reach = resolution.hop / 2;
  const edges = [first, end]
    .filter((edge) => edge >= reach && edge + reach <= samples.length / 2)
    .map((edge) => {
      const around = samples.subarray(2 * (edge - reach), 2 * (edge + reach));
      return { around, whole: around.slice(), from: edge - reach - first };
    });
  const wave = subtracted(rest, partial.place, resolution);
  if (!wave) return [];
  for (const { around, whole, from } of edges) subtractEdge(around, whole, wave, from);
  const line = partial.line ?? pieceDuring(grid, partial.place, [first, end], resolution);
  return [{ line, wave, rest, first }];
}

/** Tells whether a signal modulates a carrier. */
function modulates({ line, wave, rest, first }: Taken, signal: Piece, { length, hop }: Resolution): boolean {
  if (!isDuring(line, signal)) return false;
  const { start, stop, lowBin, highBin } = signal;
  const from = Math.max(0, start * hop - first);
  const to = Math.min(rest.length / 2, (stop - 1) * hop + length - first);
  const distance = (bin: number) => (bin - middleOf(line)) / length;
  return to > from && isModulation(rest, wave, [from, to], [distance(lowBin - 0.5), distance(highBin - 0.5)]);
}

const densityOf = ({ shape }: NoiseFloor) => valueOfRank(shape.slice(), shape.length >> 1);
