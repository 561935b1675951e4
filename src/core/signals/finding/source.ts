import { zeroNonFinite } from "../../capture/finite.ts";
import type { Recording, RecordedSamples } from "../../capture/recording.ts";
import { type Clipping, clippedSamples } from "./clipping.ts";
import { type GridConfig, gridsOf, type SegmentGrids } from "./grids.ts";

/** Where signals are searched. */
export type Searchable = RecordedSamples & { sampleRate: number } & Partial<Pick<Recording, "datatype">>;

/** A part of a recording. */
export interface ReadSegment {
  /** Complex samples that the recording gave. */
  count: number;
  /** Returns them, interleaved and finite. */
  samples(): Float32Array;
  /** Those at a limit. */
  clipping(): Clipping;
  /** Undefined for fewer samples than a long transform has. */
  grids?: SegmentGrids;
  /** What a person should know. */
  message?: string;
  /** Tells that nothing uses the grids any longer. */
  release?(): void;
}

/** Gives the grids of parts of a recording. */
export interface SegmentSource {
  /** Parts that may be under way at a time. */
  readonly ahead: number;
  /** Reads samples [start, end). @throws CaptureError when the file has become shorter. */
  read(start: number, end: number): Promise<ReadSegment>;
  /** Waits for what is under way, and returns the memory. */
  end(): Promise<void>;
}

/** Returns the source that computes in float64. */
export function float64Source(recording: Searchable, channel: number, config: GridConfig): SegmentSource {
  return {
    ahead: 1,
    async read(start, end) {
      const samples = await recording.read(start, end - start, channel);
      zeroNonFinite(samples);
      return segmentOf(samples, config);
    },
    end: () => Promise.resolve(),
  };
}

/** Computes in float64. @param samples Finite. */
export async function segmentOf(samples: Float32Array, config: GridConfig): Promise<ReadSegment> {
  const count = samples.length / 2;
  const clipping = () => clippedSamples(samples);
  const grids = count < config.long.length ? undefined : await gridsOf(samples, config);
  return { count, samples: () => samples, clipping, grids };
}

const ignore = () => {};

/**
 * Reads segments ahead: while one is searched, those are under way that are expected to follow it.
 *
 * @param order The end of a segment by its start, and the expected start of the next one; undefined after the last.
 */
export function createReader(
  source: SegmentSource,
  { endOf, nextOf }: { endOf(start: number): number; nextOf(start: number): number | undefined },
) {
  let waiting: { start: number; segment: Promise<ReadSegment> }[] = [];
  const begin = (start: number) => {
    const segment = source.read(start, endOf(start));
    // An error counts when the segment is taken.
    segment.catch(ignore);
    waiting.push({ start, segment });
  };
  return {
    /** Returns the segment from a start on. If another one was expected, those that were read ahead are dropped. */
    take(start: number): Promise<ReadSegment> {
      if (waiting[0]?.start !== start) {
        for (const { segment } of waiting) void segment.then(({ release }) => release?.(), ignore);
        waiting = [];
      }
      let next: number | undefined = waiting.length > 0 ? nextOf(waiting[waiting.length - 1].start) : start;
      while (next !== undefined && waiting.length < source.ahead) {
        begin(next);
        next = nextOf(next);
      }
      return (waiting.shift() as (typeof waiting)[number]).segment;
    },
  };
}
