import { type ShortSpectrum, type SegmentOptions, segmentsOf } from "./segments.ts";
import type { RecordedSamples } from "./recording.ts";

/** A view whose columns show one segment each. */
export interface LookedAt {
  start: number;
  count: number;
  columns: number;
  bins: number;
  channel: number;
}

/** Columns of a first look: see `Waterfall`. */
export interface FirstLook {
  decibels: Float32Array<ArrayBuffer>;
  rms: Float32Array<ArrayBuffer>;
  peak: Float32Array<ArrayBuffer>;
  looked: number;
  nonFinite: number;
  /** Whether columns show a segment of a neighbour. */
  shared: boolean;
}

/**
 * Looks at a view by a short segment per column, without a GPU. If the time does not suffice, a column shows the segment of the nearest
 * column that has one. Segments are at multiples of a power of two, so that closer, wider and moved views share them. They stay within the
 * recording. In a recording that is shorter than a segment, the window is as long as the recording.
 *
 * @param wanted The columns that are looked at. The others remain zero. Default: all.
 * @throws The signal's reason, and the recording's errors.
 */
export async function firstLook(
  recording: RecordedSamples,
  { start, count, columns, bins, channel }: LookedAt,
  options: SegmentOptions = {},
  wanted: readonly number[] = Array.from({ length: columns }, (_, column) => column),
): Promise<FirstLook> {
  const span = count / columns;
  const grid = 2 ** Math.max(0, Math.floor(Math.log2(span)));
  const places = wanted.map((column) => {
    const first = grid * Math.round((start + (column + 0.5) * span - bins / 2) / grid);
    return Math.max(0, Math.min(first, recording.samples - bins));
  });
  const segments = await segmentsOf(recording, { places, bins, channel }, options);
  const look: FirstLook = {
    decibels: new Float32Array(columns * bins),
    rms: new Float32Array(columns),
    peak: new Float32Array(columns),
    looked: 0,
    nonFinite: 0,
    shared: segments.includes(undefined),
  };
  for (const [i, segment] of nearest(segments, wanted).entries()) {
    look.decibels.set(segment.decibels, wanted[i] * bins);
    look.rms[wanted[i]] = segment.rms;
    look.peak[wanted[i]] = segment.peak;
  }
  for (const segment of new Set(segments)) {
    if (!segment) continue;
    look.looked += Math.min(bins, recording.samples);
    look.nonFinite += segment.nonFinite;
  }
  return look;
}

/** The spectrum of each column, or the one of the nearest column that has one. At least one has one. */
function nearest(segments: readonly (ShortSpectrum | undefined)[], columns: readonly number[]): ShortSpectrum[] {
  const known = [...segments.keys()].filter((i) => segments[i] !== undefined);
  let next = 0;
  return segments.map((own, i) => {
    if (own) return own;
    while (next < known.length - 1 && columns[known[next]] < columns[i]) next++;
    const [before, after] = [known[Math.max(0, next - 1)], known[next]];
    const isBefore = Math.abs(columns[before] - columns[i]) <= Math.abs(columns[after] - columns[i]);
    return segments[isBefore ? before : after]!;
  });
}
