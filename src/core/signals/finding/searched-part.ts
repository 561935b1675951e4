import { once } from "../../once.ts";
import { declip } from "../declipping/declip.ts";
import { isNoiseAbsent } from "./absent-noise.ts";
import { type Clipping, NOT_CLIPPED } from "./clipping.ts";
import { withoutGaps } from "./lost-samples/gap-filling.ts";
import { type GridConfig, gridsOf, type SegmentGrids } from "./grids.ts";
import { gridsOfCells } from "./kernels/segment-cells.ts";
import { type SegmentSignals, segmentSignals } from "./segment.ts";
import { unseenGain } from "./noise-floor.ts";
import { isCarrierAtZero } from "./carriers/at-zero.ts";
import { gridsUnderCarriers } from "./carriers/under-carriers.ts";
import { overlapInTime } from "./segment-signal.ts";
import { isKeyedConstant, silenceOf, withoutSilence } from "./silence.ts";
import { float64Source, numbersAgain, type ReadSegment, type Searchable, type SegmentNumbers } from "./source.ts";

interface SearchConfig extends GridConfig {
  /** Of a false detection at a test, at most. */
  probability: number;
}

/** A part of a recording that was read, and how it is searched. */
export interface SearchPart extends Pick<ReadSegment, "count" | "cells" | "grids" | "numbers"> {
  start: number;
  channel: number;
  config: SearchConfig;
}

/** What a part holds. The noise density is undefined if it is too short. */
export interface SearchedPart extends Omit<SegmentSignals, "noiseDensity"> {
  noiseDensity?: number;
  /** The largest amplitude, where the samples are too large or too small to be searched. */
  unsearchedPeak?: number;
}

/** Powers of larger samples, and of those below the reciprocal, may not be float32 numbers. */
const MOST_AMPLITUDE = 1e17;
/** Share of the power that a limit made that the restored samples still hold, at most: generated recordings keep 0.01 to 0.1 of it, and receivers do not limit as sharply. */
const REMAINING = 0.3;
const NO_NUMBERS: SegmentNumbers = {
  samples: () => new Float32Array(0),
  clipping: () => NOT_CLIPPED,
  gaps: () => [],
};

/** Finds the signals of a part. It is read first if it was not. @throws CaptureError when the file has become shorter. */
export async function searchedPart(recording: Searchable, part: SearchPart): Promise<SearchedPart> {
  const { start, count, channel, config, cells } = part;
  if (!cells && !part.grids && !part.numbers) {
    const read = await float64Source(recording, channel, config).read(start, start + count);
    return searchedPart(recording, { ...part, ...read });
  }
  const grids = cells ? gridsOfCells(config, cells) : part.grids;
  if (!grids) return { signals: [] };
  // Only cells cross threads.
  const numbers = (await (cells ? numbersAgain(recording, part) : part.numbers?.())) ?? NO_NUMBERS;
  try {
    return await searchedGrids(grids, numbers, part);
  } finally {
    numbers.release?.();
  }
}

async function searchedGrids(
  known: SegmentGrids,
  numbers: SegmentNumbers,
  { start, ...part }: SearchPart,
): Promise<SearchedPart> {
  let [grids, { config }] = [known, part];
  const clipping = once(numbers.clipping);
  let { samples } = numbers;
  const { floor } = grids.long;
  const unseen = unseenGain(floor);
  const mayBeSilent = floor.gain.some((gain) => gain <= unseen);
  // Audio may be silent between its signals. Complex samples are of receivers, which have noise.
  const gaps = config.isReal ? [] : numbers.gaps(config.long.hop);
  const filled = gaps.length > 0 ? await withoutGaps(samples(), gaps, config) : undefined;
  if (filled) {
    samples = () => filled.samples;
    ({ grids } = filled);
    config = { ...config, gaps };
  }
  const silence = mayBeSilent && !filled ? silenceOf(samples(), config.long.length) : undefined;
  if (silence) {
    samples = once(() => withoutSilence(numbers.samples(), silence));
    grids = await gridsOf(samples(), config);
  }
  // Audio may be sliced to two levels. Complex samples are of receivers, which have noise.
  if (config.isReal && (await isNoiseAbsent(samples, grids.long.floor, config.long))) {
    config = { ...config, isNoiseless: true };
    grids = await gridsOf(samples(), config);
  }
  const isKeyed = once(() => !config.isReal && isKeyedConstant(samples()));
  const isCarrier = once(
    () => !config.isReal && isCarrierAtZero(samples(), config.long, () => clipping().samples.length > 0),
  );
  // A limit makes other signals of carriers, and what is no noise may be a carrier's leakage.
  const isLinear = () => !mayBeSilent && !filled && !config.isReal && clipping().samples.length === 0 && !isKeyed();
  grids = await gridsUnderCarriers(grids, { samples, config, isLinear });
  const limited = segmentSignals({
    ...grids,
    probability: config.probability,
    samples,
    clipping,
    isKeyed,
    isCarrier,
    start,
  });
  const isClipped = limited.signals.length > 0 && clipping().samples.length > 0;
  const restored = isClipped
    ? await restoredSignals(samples(), clipping(), { config, start, isKeyed, isCarrier })
    : undefined;
  const found = restored ?? limited;
  return {
    ...found,
    constant: found.constant ?? (silence && silence[0] ** 2 + silence[1] ** 2),
    unsearchedPeak: found.noiseDensity === 0 ? peakBeyondRange(samples()) : undefined,
  };
}

/** Finds the signals of a part in its restored samples. Returns undefined if no limit disturbs it. */
async function restoredSignals(
  samples: Float32Array,
  clipping: Clipping,
  {
    config,
    start,
    isKeyed,
    isCarrier,
  }: Pick<SearchPart, "config" | "start"> & Record<"isKeyed" | "isCarrier", () => boolean>,
): Promise<SegmentSignals | undefined> {
  const { limits } = clipping;
  const restored = samples.slice();
  const parts = declip(restored, limits).map(([from, stop]) => ({ start: start + from, stop: start + stop }));
  if (parts.length === 0) return undefined;
  const remaining = { ...clipping, remaining: REMAINING };
  const grids = await gridsOf(restored, config);
  const segment = { ...grids, probability: config.probability, isKeyed, isCarrier, start };
  const found = segmentSignals({ ...segment, samples: () => restored, clipping: () => remaining });
  for (const signal of found.signals) if (parts.some((part) => overlapInTime(part, signal) > 0)) signal.limits = limits;
  return found;
}

/** Returns the largest amplitude if its power exceeds the range of float32, or is below it. */
function peakBeyondRange(samples: ArrayLike<number>): number | undefined {
  let peak = 0;
  for (let i = 0; i < samples.length; i++) peak = Math.max(peak, Math.abs(samples[i]));
  return peak === 0 || (peak >= 1 / MOST_AMPLITUDE && peak <= MOST_AMPLITUDE) ? undefined : peak;
}
