import type { GridConfig } from "./grids.ts";
import { gridsOfCells } from "./kernels/segment-cells.ts";
import { type SegmentSignals, segmentSignals } from "./segment.ts";
import { float64Source, numbersAgain, type ReadSegment, type Searchable, type SegmentNumbers } from "./source.ts";

/** A part of a recording that was read, and how it is searched. */
export interface SearchPart extends Pick<ReadSegment, "count" | "cells" | "grids" | "numbers"> {
  start: number;
  channel: number;
  config: GridConfig;
}

/** What a part holds. The noise density is undefined if it is too short. */
export interface SearchedPart extends Omit<SegmentSignals, "noiseDensity"> {
  noiseDensity?: number;
  /** What a person should know. */
  message?: string;
}

/** Powers of larger samples, and of those below the reciprocal, may not be float32 numbers. */
const MOST_AMPLITUDE = 1e17;
const NO_NUMBERS: SegmentNumbers = {
  samples: () => new Float32Array(0),
  clipping: () => ({ samples: [], limit: Infinity }),
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
  const found = segmentSignals({ ...grids, ...numbers, start });
  return { ...found, message: found.noiseDensity === 0 ? rangeMessage(numbers.samples()) : undefined };
}

/** Says that the powers of samples exceed the range of float32, or are below it. */
function rangeMessage(samples: ArrayLike<number>): string | undefined {
  let peak = 0;
  for (let i = 0; i < samples.length; i++) peak = Math.max(peak, Math.abs(samples[i]));
  if (peak === 0 || (peak >= 1 / MOST_AMPLITUDE && peak <= MOST_AMPLITUDE)) return undefined;
  const size = peak > 1 ? "large" : "small";
  return `The samples are too ${size} to be searched: up to ${peak.toExponential(1)}. Scale them to amplitudes near 1.`;
}
