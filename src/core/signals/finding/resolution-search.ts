import { CaptureError } from "../../capture/capture-error.ts";
import { samplesLeft } from "../../capture/samples-left.ts";
import type { Gpu } from "../../gpu/device.ts";
import { DeviceLostError, OutOfMemoryError } from "../../gpu/errors.ts";
import { createTimeSlice } from "../../thread/time-slice.ts";
import type { KernelSourceConfig } from "./kernels/kernel-source.ts";
import { LONG_FRAMES, type Thresholds } from "./regions.ts";
import type { Resolution } from "./resolution.ts";
import { type SearchedPart, searchedPart, type SearchPart } from "./searched-part.ts";
import { createTracker, type TrackedSignal } from "./segment-tracker.ts";
import { segmentSpan, type SegmentSpan } from "./segment-span.ts";
import { float64Source, type Searchable } from "./source.ts";
import { powerThreshold } from "./threshold.ts";

const NO_KERNELS = "The GPU has no memory for the search, or it was lost. Threeray searches on the processor.";
const CONSTANT = "The samples hold a constant (DC), which Threeray does not report as a signal.";
/** Tests per sample, with a margin: cells overlap, and the approximations of the thresholds and of the noise floor are not exact. */
const TESTS = 50;
/** Least mean of 9 cells over the noise, for cells that belong to a signal. */
const CELL = 3;

/** Parts that threads have searched, and whose signals wait for their turn, at most: the other search may be behind. */
const MOST_WAITING = 8;

/** Threads that search parts of the recording, as {@link searchedPart} does. */
export interface SearchThreads {
  search(part: SearchPart): Promise<SearchedPart>;
  /** Parts that are read, or searched, at once. */
  parts: number;
}

/** Samples [from, to) that are too large or too small to be searched. */
export interface Unsearched {
  from: number;
  to: number;
  /** Their largest amplitude. */
  peak: number;
}

/** What a search found in the next part of a recording. */
export interface SearchedStep {
  /** From 0 to 1. */
  progress: number;
  /** New signals, in the order of their ends, roughly. */
  found: readonly TrackedSignal[];
  /** All signals that begin before this sample were found. */
  settled: number;
  /** Samples of a file that has become shorter. The error follows. */
  left?: number;
  /** Noise power per Hz in this part; undefined if it is too short. */
  noiseDensity?: number;
  /** This part, if it could not be searched. */
  unsearched?: Unsearched;
  /** What a person should know, one sentence each. They may come again. */
  messages: readonly string[];
}

/** What is searched, and how, as `findSignals` takes it. */
interface SearchOptions {
  falseAlarms: number;
  from: number;
  to: number;
  channel: number;
  gpu?: Gpu;
  threads?: SearchThreads;
  signal?: AbortSignal;
  /** Whether only signals of several long transforms count. */
  isLasting?: boolean;
  /** Whether tones, and marks of a tone, stay apart. */
  areTones?: boolean;
}

/**
 * Finds the signals of a recording with long and short transforms, a part at a time.
 *
 * @throws CaptureError when the file has become shorter, after the signals in what is left of it.
 */
export async function* createResolutionSearch(
  recording: Searchable,
  [long, short]: readonly Resolution[],
  { falseAlarms, from, to, channel, gpu, threads, signal, isLasting, areTones }: SearchOptions,
): AsyncGenerator<SearchedStep, void, undefined> {
  const span = segmentSpan(long);
  const isReal = recording.datatype?.complex === false;
  const probability = falseAlarms / TESTS;
  const thresholds = thresholdsFor(long, probability, isReal);
  const config = { long, short, thresholds, probability, isReal, isLasting, areTones };
  const most = Math.min(to - from, span.samples);
  const shared = { ...config, channel, most, atOnce: span.atOnce, isShared: threads !== undefined };
  const kernels = gpu && (await kernelSource(gpu, recording, shared));
  if (gpu && !kernels) yield { progress: 0, found: [], settled: from, messages: [NO_KERNELS] };
  const source = kernels ?? float64Source(recording, channel, config, signal);
  const slice = createTimeSlice(signal);
  const search = async (start: number, end: number): Promise<SearchedSegment> => {
    // Without kernels, a thread computes the grids too.
    if (threads && !kernels) {
      const found = await threads.search({ start, count: end - start, channel, config });
      return { ...found, end, isShort: false };
    }
    const { message, release, ...read } = await source.read(start, end);
    const last = start + read.count;
    const part = { ...read, start, channel, config };
    try {
      if (slice.due()) await slice.pass();
      const found = await (read.cells && threads ? threads.search(sharedPart(part)) : searchedPart(recording, part));
      return { ...found, message, end: last, isShort: last < end };
    } finally {
      release?.();
    }
  };
  try {
    const ahead = threads ? Math.min(threads.parts, span.atOnce) : source.ahead;
    const most = threads ? ahead + MOST_WAITING : ahead;
    const leftOf = (begin: number, end: number) => samplesLeft(recording, { begin, end, channel });
    yield* foundBy(search, { from, to, long, span, ahead, most, leftOf });
  } finally {
    await source.end();
  }
}

/** What another thread needs: functions cannot cross. */
const sharedPart = ({ start, count, channel, config, cells }: SearchPart): SearchPart => ({
  start,
  count,
  channel,
  config,
  cells,
});

/** Returns undefined if the device has no memory, or is lost. */
async function kernelSource(gpu: Gpu, recording: Searchable, config: KernelSourceConfig) {
  const { createKernelSource } = await import("./kernels/kernel-source.ts");
  try {
    return await createKernelSource(gpu, recording, config);
  } catch (error) {
    if (error instanceof OutOfMemoryError || error instanceof DeviceLostError) return undefined;
    throw error;
  }
}

interface SearchedSegment extends SearchedPart {
  end: number;
  isShort: boolean;
  /** What a person should know. */
  message?: string;
}

interface SearchedSpan {
  from: number;
  to: number;
  long: Resolution;
  span: SegmentSpan;
  /** Parts that are read, or searched, at once; and those that also wait for their turn. */
  ahead: number;
  most: number;
  /** Returns the end of what is left of a part that cannot be read as a whole. */
  leftOf(begin: number, end: number): Promise<number>;
}

async function* foundBy(
  search: (start: number, end: number) => Promise<SearchedSegment>,
  { from, to, long, span, ahead, most, leftOf }: SearchedSpan,
): AsyncGenerator<SearchedStep, void, undefined> {
  const tracker = createTracker(from, to, long);
  // It does not depend on what was found, so segments are searched at the same time.
  const nextStart = (end: number) => end - span.again;
  if (from === to) yield { progress: 1, found: [], settled: to, messages: [] };
  const waiting: { start: number; searched: ReturnType<typeof search> }[] = [];
  let [unread, under] = [from, 0];
  // Threads begin parts as soon as others have been searched, also before the caller asks for the next step.
  const isEager = most > ahead;
  const fill = () => {
    while (unread < to && under < ahead && waiting.length < most) {
      const start = unread;
      const end = Math.min(to, start + span.samples);
      unread = end < to ? nextStart(end) : to;
      under++;
      const searched = search(start, end).finally(() => {
        under--;
        if (isEager) fill();
      });
      // An error counts in its turn.
      searched.catch(() => {});
      waiting.push({ start, searched });
    }
  };
  try {
    for (fill(); waiting.length > 0; fill()) {
      const { start: begin, searched } = waiting.shift()!;
      let part: Awaited<typeof searched>;
      try {
        part = await searched;
      } catch (error) {
        if (error instanceof CaptureError) {
          const left = await leftOf(begin, Math.min(to, begin + span.samples));
          const { signals, noiseDensity } = await search(begin, left).catch((): SearchedPart => ({ signals: [] }));
          // Too few samples show nothing.
          const isSearched = noiseDensity !== undefined;
          yield {
            progress: ((isSearched ? left : begin) - from) / (to - from),
            found: isSearched
              ? tracker.add(signals, { start: begin, end: left, next: left, isLast: true })
              : tracker.end(),
            settled: Infinity,
            left,
            noiseDensity,
            messages: [],
          };
        }
        throw error;
      }
      const { end } = part;
      const isLast = end >= to || part.isShort;
      const found = tracker.add(part.signals, { start: begin, end, next: nextStart(end), isLast });
      const messages = part.message === undefined ? [] : [part.message];
      if (part.constant !== undefined) messages.push(CONSTANT);
      const { noiseDensity, unsearchedPeak: peak } = part;
      const unsearched = peak === undefined ? undefined : { from: begin, to: end, peak };
      const progress = isLast ? 1 : (end - from) / (to - from);
      yield { progress, found, settled: tracker.settled(), noiseDensity, unsearched, messages };
      if (isLast) return;
    }
  } finally {
    unread = to;
  }
}

function thresholdsFor(resolution: Resolution, probability: number, isReal: boolean): Thresholds {
  const thresholdsOf = (firstOfReal?: number) => {
    const [short, long] = [3, LONG_FRAMES].map((frames) =>
      powerThreshold(resolution, { frames, bins: 3, firstOfReal }, probability),
    );
    return { short, long };
  };
  // Negative frequencies do not count, so all blocks that hold frequency 0 have no other bins than the block of bins 0 to 2.
  return { cell: CELL, ...thresholdsOf(), ...(isReal && { atZero: thresholdsOf(0) }) };
}
