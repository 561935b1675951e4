import { CaptureError } from "../../capture/capture-error.ts";
import type { Gpu } from "../../gpu/device.ts";
import { DeviceLostError, OutOfMemoryError } from "../../gpu/errors.ts";
import { createTimeSlice } from "../../thread/time-slice.ts";
import type { FoundSignal } from "../detection.ts";
import type { GridConfig } from "./grids.ts";
import { LONG_FRAMES, type Thresholds } from "./regions.ts";
import { type Resolution, resolutionsFor } from "./resolution.ts";
import { segmentSignals, type SegmentSignal } from "./segment.ts";
import { createReader, float64Source, type ReadSegment, type Searchable, type SegmentSource } from "./source.ts";
import { powerThreshold } from "./threshold.ts";

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
}

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
/** Powers of larger samples, and of those below the reciprocal, may not be float32 numbers. */
const MOST_AMPLITUDE = 1e17;
/** Tests per sample, with a margin: cells overlap, and the approximations of the thresholds and of the noise floor are not exact. */
const TESTS = 50;
/** Least mean of 9 cells over the noise, for cells that belong to a signal. */
const CELL = 3;
/**
 * Frames of the long transforms in a segment, and of those that the next segment searches again for signals that continue. So few that
 * the cells of a segment need 16 MiB of a GPU's memory, at most.
 */
const [SEGMENT, AGAIN] = [2044, 512];
/** Frames at a segment's end in which a signal is not over. */
const GUARD = 4;
/** Common share of the bands of a signal and its continuation, of the narrower one's. */
const SAME_BAND = 0.5;

/**
 * Finds the bursts and the carriers of a recording, a part at a time. Memory does not depend on the recording's length.
 *
 * @throws CaptureError when the file has become shorter, after the signals before that place; RangeError for invalid options.
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
  const kernels = options.gpu && (await kernelSource(options.gpu, recording, { ...config, channel, most }));
  if (options.gpu && !kernels) yield { progress: 0, found: [], messages: [NO_KERNELS] };
  const source = kernels ?? float64Source(recording, channel, config);
  try {
    yield* foundBy(source, { from, to, long });
  } finally {
    await source.end();
  }
}

/** Returns undefined if the device has no memory, or is lost. */
async function kernelSource(gpu: Gpu, recording: Searchable, config: GridConfig & { channel: number; most: number }) {
  const { createKernelSource } = await import("./kernels/kernel-source.ts");
  try {
    return await createKernelSource(gpu, recording, config);
  } catch (error) {
    if (error instanceof OutOfMemoryError || error instanceof DeviceLostError) return undefined;
    throw error;
  }
}

async function* foundBy(
  source: SegmentSource,
  { from, to, long }: { from: number; to: number; long: Resolution },
): AsyncGenerator<FoundPart, void, undefined> {
  const tracker = createTracker(from, to, long);
  const endOf = (start: number) => Math.min(to, start + spanOf(long));
  const reader = createReader(source, {
    endOf,
    nextOf: (start) => (endOf(start) < to ? latestStart(endOf(start), long) : undefined),
  });
  const slice = createTimeSlice();
  const messages = new Set<string>();
  const told = new Set<string>();
  let count = 0;
  if (from === to) yield { progress: 1, found: [], messages: [] };
  for (let start = from; start < to;) {
    let part: SearchedPart;
    try {
      const read = await reader.take(start);
      if (slice.due()) await slice.pass();
      part = searched(read, { start, end: endOf(start) });
      read.release?.();
    } catch (error) {
      if (error instanceof CaptureError)
        yield { progress: (start - from) / (to - from), found: tracker.end(), messages: [] };
      throw error;
    }
    const end = part.end;
    const isLast = end >= to || part.isShort;
    const found = tracker.add(part.signals, { start, end, isLast });
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
    start = tracker.next();
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

interface SearchedPart extends Omit<ReturnType<typeof segmentSignals>, "noiseDensity"> {
  noiseDensity?: number;
  message?: string;
  end: number;
  /** The recording gave fewer samples than it promised. */
  isShort: boolean;
}

function searched(
  { count, samples, clipping, grids, message }: ReadSegment,
  { start, end }: { start: number; end: number },
): SearchedPart {
  const last = start + count;
  const isShort = last < end;
  const part = { end: last, isShort, message };
  if (!grids) return { signals: [], ...part };
  const found = segmentSignals({ ...grids, samples, clipping, start });
  return { ...found, ...part, message: message ?? (found.noiseDensity === 0 ? rangeMessage(samples()) : undefined) };
}

/** Says that the powers of samples exceed the range of float32, or are below it. */
function rangeMessage(samples: ArrayLike<number>): string | undefined {
  let peak = 0;
  for (let i = 0; i < samples.length; i++) peak = Math.max(peak, Math.abs(samples[i]));
  if (peak === 0 || (peak >= 1 / MOST_AMPLITUDE && peak <= MOST_AMPLITUDE)) return undefined;
  const size = peak > 1 ? "large" : "small";
  return `The samples are too ${size} to be searched: up to ${peak.toExponential(1)}. Scale them to amplitudes near 1.`;
}

/** The start of the segment after one that ends at a sample, if no signal that continues began late in it. */
const latestStart = (end: number, { hop, length }: Resolution) => end - length - (GUARD + LONG_FRAMES) * hop;

/** Joins signals over the bounds of segments, and reports each once. */
function createTracker(from: number, to: number, resolution: Resolution) {
  const { hop, length } = resolution;
  let open: SegmentSignal[] = [];
  /** Signals that stop before this sample were reported. */
  let reported = from;
  let next = from;
  const isContinued = (before: SegmentSignal, after: SegmentSignal, start: number) => {
    if (before.start > after.start || after.start > start + GUARD * hop) return false;
    const common = Math.min(before.highHz, after.highHz) - Math.max(before.lowHz, after.lowHz);
    return common >= SAME_BAND * Math.min(before.highHz - before.lowHz, after.highHz - after.lowHz);
  };
  return {
    next: () => next,
    add(
      signals: readonly SegmentSignal[],
      { start, end, isLast }: { start: number; end: number; isLast: boolean },
    ): FoundSignal[] {
      const over = isLast ? Infinity : end - GUARD * hop - length / 2;
      const done: SegmentSignal[] = [];
      const going: SegmentSignal[] = [];
      for (const signal of signals) {
        const i = open.findIndex((before) => isContinued(before, signal, start));
        const whole = i < 0 ? signal : extended(open.splice(i, 1)[0], signal);
        if (signal.stop <= reported && i < 0) continue;
        (signal.stop < over ? done : going).push(whole);
      }
      done.push(...open);
      // The next segment finds a signal again from its start if it began late enough; an earlier one is continued.
      const earliest = Math.max(start + hop, end - length - AGAIN * hop);
      const starts = going.map((signal) => signal.start - LONG_FRAMES * hop - length).filter((at) => at >= earliest);
      next = Math.min(latestStart(end, resolution), ...starts);
      open = going.filter((signal) => signal.start < next + (GUARD + 1) * hop + length);
      reported = over;
      return done.map((signal) => reportOf(signal, { from, to: isLast ? Math.min(end, to) : to, hop }));
    },
    end: () => open.splice(0).map((signal) => reportOf(signal, { from, to: signal.stop, hop })),
  };
}

function extended(before: SegmentSignal, after: SegmentSignal): SegmentSignal {
  const share = (before.stop - before.start) / (after.stop - before.start);
  const mean = (a: number, b: number) => share * a + (1 - share) * b;
  return {
    start: before.start,
    stop: Math.max(before.stop, after.stop),
    lowHz: Math.min(before.lowHz, after.lowHz),
    highHz: Math.max(before.highHz, after.highHz),
    noiseDensity: mean(before.noiseDensity, after.noiseDensity),
    power: mean(before.power, after.power),
    peak: Math.max(before.peak, after.peak),
    notes: new Set([...before.notes, ...after.notes]),
  };
}

function reportOf(
  { start, stop, lowHz, highHz, noiseDensity, notes }: SegmentSignal,
  { from, to, hop }: { from: number; to: number; hop: number },
): FoundSignal {
  const isCut = start <= from + hop || stop >= to - hop;
  return { start, stop, lowHz, highHz, noiseDensity, notes: isCut ? [...notes, "cut"] : [...notes] };
}
