import { CaptureError } from "../../capture/capture-error.ts";
import { zeroNonFinite } from "../../capture/finite.ts";
import type { Recording, RecordedSamples } from "../../capture/recording.ts";
import type { FoundSignal } from "../detection.ts";
import { LONG_FRAMES, type Thresholds } from "./regions.ts";
import { type Resolution, resolutionsFor } from "./resolution.ts";
import { segmentSignals, type SegmentSignal } from "./segment.ts";
import { spectraOf } from "./spectra.ts";
import { powerThreshold } from "./threshold.ts";

export interface FindOptions {
  /** Probability of a false detection per sample of noise, at most. Default 1e-9. */
  falseAlarms?: number;
  /** Samples [from, to) of the recording. Default: all. */
  from?: number;
  to?: number;
  /** Default 0. */
  channel?: number;
}

/** Gives the power densities of a part of a recording, as `spectraOf` does in float64. */
export type SpectrumSource = (samples: Float32Array, resolution: Resolution) => Float32Array | Promise<Float32Array>;

/** Where signals are searched. */
export type Searchable = RecordedSamples & { sampleRate: number } & Partial<Pick<Recording, "datatype">>;

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

/** Most signals of a recording. */
const MOST_SIGNALS = 1e5;
const DEFAULT_FALSE_ALARMS = 1e-9;
/** Tests per sample, with a margin: cells overlap, and the approximations of the thresholds and of the noise floor are not exact. */
const TESTS = 50;
/** Least mean of 9 cells over the noise, for cells that belong to a signal. */
const CELL = 3;
/** Frames of the long transforms in a segment, and of those that the next segment searches again for signals that continue. */
const [SEGMENT, AGAIN] = [2048, 512];
/** Frames at a segment's end in which a signal is not over. */
const GUARD = 4;
/** Common share of the bands of a signal and its continuation, of the narrower one's. */
const SAME_BAND = 0.5;

/**
 * Finds the bursts and the carriers of a recording, a part at a time. Memory does not depend on the recording's length.
 *
 * @param source Computes spectra. Default: in float64.
 * @throws CaptureError when the file has become shorter, after the signals before that place; RangeError for invalid options.
 */
export async function* findSignals(
  recording: Searchable,
  options: FindOptions = {},
  source: SpectrumSource = spectraOf,
): AsyncGenerator<FoundPart, void, undefined> {
  const { falseAlarms = DEFAULT_FALSE_ALARMS, from = 0, channel = 0 } = options;
  const to = Math.min(options.to ?? recording.samples, recording.samples);
  check(falseAlarms, from, to);
  const [long, short] = resolutionsFor(recording.sampleRate, to - from);
  const search = { long, short, thresholds: thresholdsFor(long, falseAlarms), source, channel };
  const tracker = createTracker(from, to, long);
  const messages = new Set<string>();
  const told = new Set<string>();
  let count = 0;
  if (from === to) yield { progress: 1, found: [], messages: [] };
  for (let start = from; start < to;) {
    let part: SearchedPart;
    try {
      part = await searched(recording, { ...search, start, end: Math.min(to, start + spanOf(long)) });
    } catch (error) {
      if (error instanceof CaptureError)
        yield { progress: (start - from) / (to - from), found: tracker.end(), messages: [] };
      throw error;
    }
    const end = part.end;
    const isLast = end >= to || part.isShort;
    const found = tracker.add(part.signals, { start, end, isLast });
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
  end: number;
  /** The recording gave fewer samples than it promised. */
  isShort: boolean;
}

async function searched(
  recording: Searchable,
  {
    start,
    end,
    channel,
    long,
    short,
    source,
    thresholds,
  }: {
    start: number;
    end: number;
    channel: number;
    long: Resolution;
    short: Resolution | undefined;
    source: SpectrumSource;
    thresholds: Thresholds;
  },
): Promise<SearchedPart> {
  const samples = await recording.read(start, end - start, channel);
  zeroNonFinite(samples);
  const last = start + samples.length / 2;
  const isShort = last < end;
  if (last - start < long.length) return { signals: [], end: last, isShort };
  const found = segmentSignals({
    samples,
    start,
    long: { resolution: long, powers: await source(samples, long) },
    short: short && { resolution: short, powers: await source(samples, short) },
    thresholds,
    isReal: recording.datatype?.complex === false,
  });
  return { ...found, end: last, isShort };
}

/** Joins signals over the bounds of segments, and reports each once. */
function createTracker(from: number, to: number, { hop, length }: Resolution) {
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
      next = Math.min(end - length - (GUARD + LONG_FRAMES) * hop, ...starts);
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
