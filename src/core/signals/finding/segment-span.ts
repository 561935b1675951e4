import type { Resolution } from "./resolution.ts";

/** Most frames of a segment; most cells, which need 32 MiB of a GPU's memory; and the frames that a segment has even if they are more cells. */
const [MOST_FRAMES, MOST_CELLS, LEAST_FRAMES] = [2048, 2 ** 23, 512];
/** Share of a segment's frames that the next one searches again for signals that continue. */
const AGAIN = 1 / 4;
/** Frames that would reach beyond a segment. */
const BEYOND = 4;
/** Most cells of the segments that are under way at once. */
const MOST_AT_ONCE = 2 ** 24;

/** A recording is searched in segments. */
export interface SegmentSpan {
  samples: number;
  /** Samples at a segment's end that the next one begins with. */
  again: number;
  /** Most segments at once: fewer where they are large. */
  atOnce: number;
}

/** @param long The long transforms. */
export function segmentSpan({ length, hop }: Resolution): SegmentSpan {
  const frames = Math.max(LEAST_FRAMES, Math.min(MOST_FRAMES, MOST_CELLS / length));
  return {
    samples: (frames - BEYOND) * hop + length,
    again: AGAIN * frames * hop + length,
    atOnce: Math.max(1, Math.floor(MOST_AT_ONCE / (frames * length))),
  };
}
