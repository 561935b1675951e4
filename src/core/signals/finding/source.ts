import { zeroNonFinite } from "../../capture/finite.ts";
import type { Recording, RecordedSamples } from "../../capture/recording.ts";
import { once } from "../../once.ts";
import { bytesPerSample, floatSamples, rawMiddle, rawSamplesIn, rawScale } from "../../capture/raw-samples.ts";
import { type Clipping, clippedSamples } from "./clipping.ts";
import type { SegmentCells } from "./kernels/segment-cells.ts";
import { type Gap, gapsOf } from "./lost-samples/gaps.ts";
import { type GridConfig, gridsOf, type SegmentGrids } from "./grids.ts";

/** Where signals are searched. */
export type Searchable = RecordedSamples & { sampleRate: number } & Partial<Pick<Recording, "datatype">>;

/** The complex samples of a part, which are needed where it holds signals. */
export interface SegmentNumbers {
  /** Returns them, interleaved and finite. */
  samples(): Float32Array;
  /** Returns those at a limit. */
  clipping(): Clipping;
  /** Returns the runs of at least some equal samples. */
  gaps(least: number): Gap[];
  /** Tells that nothing reads the samples any longer. */
  release?(): void;
}

/** A part of a recording. */
export interface ReadSegment {
  /** Complex samples that the recording gave. */
  count: number;
  /** Undefined where it surely has no signals. */
  numbers?(): Promise<SegmentNumbers>;
  /** Grids, or the cells from which they are made. Neither for fewer samples than a long transform has. */
  grids?: SegmentGrids;
  cells?: SegmentCells;
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

/** Returns the source that computes in float64. @param signal Ends a computation. */
export function float64Source(
  recording: Searchable,
  channel: number,
  config: GridConfig,
  signal?: AbortSignal,
): SegmentSource {
  return {
    ahead: 1,
    async read(start, end) {
      const samples = await recording.read(start, end - start, channel);
      zeroNonFinite(samples);
      return segmentOf(samples, config, signal);
    },
    end: () => Promise.resolve(),
  };
}

/** @param samples Finite. */
const numbersOf = (samples: Float32Array): SegmentNumbers => ({
  samples: () => samples,
  clipping: () => clippedSamples(samples),
  gaps: (least) => gapsOf(samples, least),
});

/** Computes in float64. @param samples Finite. @param signal Ends the computation. */
export async function segmentOf(samples: Float32Array, config: GridConfig, signal?: AbortSignal): Promise<ReadSegment> {
  const count = samples.length / 2;
  const numbers = () => Promise.resolve(numbersOf(samples));
  return { count, numbers, grids: count < config.long.length ? undefined : await gridsOf(samples, config, signal) };
}

/** Memory of a part's samples, which the next part uses again: new memory takes longer to fill, and arrays that are no longer used take memory for a while. */
let spare: ArrayBuffer | undefined;

/** Reads the samples of a part again. Integers stay as they are stored, unless float32 is needed. @throws CaptureError when the file has become shorter. */
export async function numbersAgain(
  { read }: Searchable,
  { start, count, channel }: { start: number; count: number; channel: number },
): Promise<SegmentNumbers> {
  if (!read.stored) {
    const samples = await read(start, count, channel);
    zeroNonFinite(samples);
    return numbersOf(samples);
  }
  const { format } = read.stored;
  const bytes = count * bytesPerSample(format);
  const memory = spare && spare.byteLength >= bytes ? spare : new ArrayBuffer(bytes);
  // Other parts may be read meanwhile.
  spare = undefined;
  const stored = rawSamplesIn(format, memory, 2 * count);
  await read.stored.readInto(start, new Uint8Array(memory, 0, bytes));
  return {
    release: () => void (spare = memory),
    samples: once(() => floatSamples(format, stored)),
    gaps: (least) => gapsOf(stored, least),
    clipping() {
      const scale = rawScale(format);
      const { limit, limits, ...rest } = clippedSamples(stored, rawMiddle(format));
      return { ...rest, limit: limit * scale, limits: { low: limits.low * scale, high: limits.high * scale } };
    },
  };
}
