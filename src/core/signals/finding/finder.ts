import { CaptureError } from "../../capture/capture-error.ts";
import type { Gpu } from "../../gpu/device.ts";
import { DeviceLostError, OutOfMemoryError } from "../../gpu/errors.ts";
import { createTimeSlice } from "../../thread/time-slice.ts";
import type { FoundSignal } from "../detection.ts";
import type { KernelSourceConfig } from "./kernels/kernel-source.ts";
import { LONG_FRAMES, type Thresholds } from "./regions.ts";
import { type Resolution, resolutionsFor } from "./resolution.ts";
import { type SearchedPart, searchedPart, type SearchPart } from "./searched-part.ts";
import { createTracker } from "./segment-tracker.ts";
import { float64Source, type Searchable } from "./source.ts";
import { powerThreshold } from "./threshold.ts";

/** Where and how signals are searched. */
export interface FindOptions {
  /** Probability of a false detection per sample of noise, at most. Default 1e-9. */
  falseAlarms?: number;
  /** Samples [from, to) of the recording. Default: all. */
  from?: number;
  to?: number;
  /** Default 0. */
  channel?: number;
  /** Computes spectra, noise floor and thresholds. Default: float64 on the processor. */
  gpu?: Gpu;
  /** Default: this thread. The results do not depend on it. */
  threads?: SearchThreads;
  /** Ends a search in this thread within some milliseconds, with its reason as the error. */
  signal?: AbortSignal;
}

/** Threads that search parts of the recording, as {@link searchedPart} does. */
export interface SearchThreads {
  search(part: SearchPart): Promise<SearchedPart>;
  /** Parts that are read, or searched, at once. */
  parts: number;
}

/** What a search found in a part of a recording. */
export interface FoundPart {
  /** From 0 to 1. */
  progress: number;
  /** New signals, in the order of their ends, roughly. */
  found: FoundSignal[];
  /** Noise power per Hz in this part; undefined if it is too short. */
  noiseDensity?: number;
  /** What a person should know, one sentence each. */
  messages: string[];
}

const NO_KERNELS = "The GPU has no memory for the search, or it was lost. Threeray searches on the processor.";
/** Most signals of a recording. */
const MOST_SIGNALS = 1e5;
const DEFAULT_FALSE_ALARMS = 1e-9;
/** Tests per sample, with a margin: cells overlap, and the approximations of the thresholds and of the noise floor are not exact. */
const TESTS = 50;
/** Least mean of 9 cells over the noise, for cells that belong to a signal. */
const CELL = 3;
/**
 * Frames of the long transforms in a segment, and of those that the next segment searches again for signals that continue. So few that the
 * cells of a segment need 16 MiB of a GPU's memory, at most.
 */
const [SEGMENT, AGAIN] = [2044, 512];

/**
 * Finds the bursts and the carriers of a recording, a part at a time. Memory does not depend on the recording's length.
 *
 * @throws CaptureError when the file has become shorter, after the signals before that place; RangeError for invalid options.
 *
 * @example
 * ```ts
 * import { arrayRecording } from "threeray/capture";
 * import { normals, philox } from "threeray/random";
 * import { findSignals } from "threeray/signals";
 *
 * // Noise, and a burst of a tone in its middle.
 * const samples = Float32Array.from({ length: 2 * 65_536 }, (_, i) => {
 *   const n = i >> 1;
 *   const [a, b] = philox([n, 0, 0, 0], [1, 0]);
 *   const angle = 0.5 * n + (i % 2 ? -Math.PI / 2 : 0);
 *   return 0.01 * normals(a, b)[i % 2] + (n >= 20_000 && n < 40_000 ? 0.1 * Math.cos(angle) : 0);
 * });
 * let found = 0;
 * for await (const part of findSignals(arrayRecording(samples, { sampleRate: 1e6 }))) found += part.found.length;
 * console.log(found); // 1
 * ```
 */
export async function* findSignals(
  recording: Searchable,
  options: FindOptions = {},
): AsyncGenerator<FoundPart, void, undefined> {
  const { falseAlarms = DEFAULT_FALSE_ALARMS, from = 0, channel = 0 } = options;
  const to = Math.min(options.to ?? recording.samples, recording.samples);
  check(falseAlarms, from, to);
  const [long, short] = resolutionsFor(recording.sampleRate, to - from);
  const thresholds = thresholdsFor(long, falseAlarms);
  const config = { long, short, thresholds, isReal: recording.datatype?.complex === false };
  const most = Math.min(to - from, spanOf(long));
  const { gpu, threads, signal } = options;
  const shared = { ...config, channel, most, isShared: threads !== undefined };
  const kernels = gpu && (await kernelSource(gpu, recording, shared));
  if (gpu && !kernels) yield { progress: 0, found: [], messages: [NO_KERNELS] };
  const source = kernels ?? float64Source(recording, channel, config, signal);
  const slice = createTimeSlice(signal);
  const search = async (start: number, end: number): Promise<SearchedPart & { end: number; isShort: boolean }> => {
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
      return { ...found, message: message ?? found.message, end: last, isShort: last < end };
    } finally {
      release?.();
    }
  };
  try {
    yield* foundBy(search, { from, to, long, ahead: threads?.parts ?? source.ahead });
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

async function* foundBy(
  search: (start: number, end: number) => Promise<SearchedPart & { end: number; isShort: boolean }>,
  { from, to, long, ahead }: { from: number; to: number; long: Resolution; ahead: number },
): AsyncGenerator<FoundPart, void, undefined> {
  const tracker = createTracker(from, to, long);
  const messages = new Set<string>();
  const told = new Set<string>();
  let count = 0;
  if (from === to) yield { progress: 1, found: [], messages: [] };
  const waiting: { start: number; searched: ReturnType<typeof search> }[] = [];
  for (let start = from; start < to || waiting.length > 0;) {
    while (start < to && waiting.length < ahead) {
      const end = Math.min(to, start + spanOf(long));
      const searched = search(start, end);
      // An error counts in its turn.
      searched.catch(() => {});
      waiting.push({ start, searched });
      start = end < to ? nextStart(end, long) : to;
    }
    const { start: begin, searched } = waiting.shift()!;
    let part: Awaited<typeof searched>;
    try {
      part = await searched;
    } catch (error) {
      if (error instanceof CaptureError)
        yield { progress: (begin - from) / (to - from), found: tracker.end(), messages: [] };
      throw error;
    }
    const { end } = part;
    const isLast = end >= to || part.isShort;
    const found = tracker.add(part.signals, { start: begin, end, next: nextStart(end, long), isLast });
    if (part.message !== undefined) messages.add(part.message);
    if (part.constant !== undefined) {
      messages.add("The samples hold a constant (DC), which Threeray does not report as a signal.");
    }
    count += found.length;
    if (count > MOST_SIGNALS) {
      found.splice(found.length - (count - MOST_SIGNALS));
      messages.add(
        `Threeray stopped after ${MOST_SIGNALS} signals. Choose a part of the recording, or fewer false alarms.`,
      );
    }
    const isDone = isLast || count > MOST_SIGNALS;
    const { noiseDensity } = part;
    const news = [...messages].filter((message) => !told.has(message));
    for (const message of news) told.add(message);
    yield { progress: isDone ? 1 : (end - from) / (to - from), found, noiseDensity, messages: news };
    if (isDone) return;
  }
}

function check(falseAlarms: number, from: number, to: number): void {
  if (!(falseAlarms > 0 && falseAlarms <= 0.01)) {
    throw new RangeError(`signals/finding: falseAlarms must be above 0 and at most 0.01, got ${falseAlarms}`);
  }
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to < from) {
    throw new RangeError(
      `signals/finding: from and to must be samples of the recording in order, got ${from} and ${to}`,
    );
  }
}

function thresholdsFor(resolution: Resolution, falseAlarms: number): Thresholds {
  const probability = falseAlarms / TESTS;
  return {
    cell: CELL,
    short: powerThreshold(resolution, { frames: 3, bins: 3 }, probability),
    long: powerThreshold(resolution, { frames: LONG_FRAMES, bins: 3 }, probability),
  };
}

const spanOf = ({ hop, length }: Resolution) => SEGMENT * hop + length;

/** The start of the segment after one that ends at a sample. It does not depend on what was found, so segments are searched at the same time. */
const nextStart = (end: number, { hop, length }: Resolution) => end - length - AGAIN * hop;
