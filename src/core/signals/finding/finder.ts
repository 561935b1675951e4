import type { Gpu } from "../../gpu/device.ts";
import type { FoundSignal } from "../detection.ts";
import { createResolutionSearch, type SearchedStep, type SearchThreads, type Unsearched } from "./resolution-search.ts";
import { choiceOfNarrow } from "./resolutions/narrow-signals.ts";
import { binWidth, narrowResolutionsFor, resolutionsFor, SHORTEST_LENGTH, toneResolutionsFor } from "./resolution.ts";
import type { TrackedSignal } from "./segment-tracker.ts";
import { withKeying } from "./slow-keying.ts";
import type { Searchable } from "./source.ts";
import { choiceOfTones } from "./resolutions/tones-in-audio.ts";
import { atTwoResolutions } from "./resolutions/two-resolutions.ts";

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

/** What a search found in a part of a recording. */
export interface FoundPart {
  /** From 0 to 1. */
  progress: number;
  /** New signals, in the order of their ends, roughly. */
  found: FoundSignal[];
  /** Noise power per Hz in this part; undefined if it is too short. */
  noiseDensity?: number;
  /** Samples that could not be searched. Parts overlap, so they may come again. */
  unsearched?: Unsearched;
  /** What a person should know, one sentence each. */
  messages: string[];
  /** Samples that the recording still has, where its file has become shorter. The error follows. */
  samples?: number;
}

/** Most signals of a recording. */
const MOST_SIGNALS = 1e5;
const DEFAULT_FALSE_ALARMS = 1e-9;
/** Bins by which a tone may seem to change from mark to mark, and hops by which the length of a mark may be wrong. */
const [MARKS_BESIDE, MARK_ERROR] = [1.5, 1.5];
/** Least sample rate, Hz. Some lengths are bandwidths of some kHz, so filters would become endless at lower rates. */
export const LEAST_SEARCHED_HZ = 10;

/**
 * Finds the bursts and the carriers of a recording, a part at a time. Memory does not depend on the recording's length.
 *
 * @throws CaptureError when the file has become shorter, after the signals in what is left of it; RangeError for invalid options, and for
 * a sample rate below 10 Hz.
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
  if (!(recording.sampleRate >= LEAST_SEARCHED_HZ)) {
    throw new RangeError(
      `signals: the sample rate is ${recording.sampleRate} Hz, expected at least ${LEAST_SEARCHED_HZ} Hz; give the true rate`,
    );
  }
  const told = new Set<string>();
  const sizes = new Set<string>();
  let count = 0;
  const steps = searched(recording, { ...options, falseAlarms, from, to, channel });
  for await (const step of withKeying(steps, recording.sampleRate)) {
    const found = step.found.map(foundOf);
    const messages = [...step.messages];
    if (to - from < SHORTEST_LENGTH) {
      messages.push(`A search needs ${SHORTEST_LENGTH} samples or more, got ${to - from}.`);
    }
    count += found.length;
    const isFull = count > MOST_SIGNALS;
    if (isFull) {
      found.splice(found.length - (count - MOST_SIGNALS));
      messages.push(
        `Threeray stopped after ${MOST_SIGNALS} signals. Choose a part of the recording, or fewer false alarms.`,
      );
    }
    const { unsearched } = step;
    if (unsearched) {
      const size = unsearched.peak > 1 ? "large" : "small";
      // Once: the largest amplitude differs from part to part.
      if (!sizes.has(size)) messages.push(unsearchedText(size, unsearched.peak));
      sizes.add(size);
    }
    const news = [...new Set(messages)].filter((message) => !told.has(message));
    for (const message of news) told.add(message);
    const { noiseDensity, left: samples } = step;
    yield { progress: isFull ? 1 : step.progress, found, noiseDensity, unsearched, messages: news, samples };
    if (isFull) return;
  }
}

const unsearchedText = (size: string, peak: number) =>
  `The samples are too ${size} to be searched: up to ${peak.toExponential(1)}. Check their type, or scale them to amplitudes near 1.`;

/** Leaves out what only a comparison needs. */
function foundOf(tracked: TrackedSignal): FoundSignal {
  const { peak: _peak, peakHz: _peakHz, power: _power, isModulated: _isModulated, marks: _marks, ...signal } = tracked;
  return signal;
}

/** Searches with one pair of transforms, at high rates and at the rates of audio also with narrow bins: the latter only for signals that last. */
function searched(
  recording: Searchable,
  options: Required<Pick<FindOptions, "falseAlarms" | "from" | "to" | "channel">> & FindOptions,
): AsyncGenerator<SearchedStep, void, undefined> {
  const { sampleRate } = recording;
  const count = options.to - options.from;
  const wide = resolutionsFor(sampleRate, count);
  const tones = toneResolutionsFor(sampleRate, count);
  const narrow = tones ?? narrowResolutionsFor(sampleRate, count);
  if (!narrow) return createResolutionSearch(recording, wide, options);
  const half = { ...options, falseAlarms: options.falseAlarms / 2 };
  const coarse = createResolutionSearch(recording, wide, half);
  const fine = createResolutionSearch(recording, narrow, { ...half, isLasting: true, areTones: Boolean(tones) });
  return tones
    ? atTwoResolutions(
        {
          coarse,
          fine: withKeying(fine, sampleRate, {
            hz: MARKS_BESIDE * binWidth(tones[0]),
            samples: MARK_ERROR * tones[0].hop,
          }),
        },
        choiceOfTones(wide[0], tones[0]),
      )
    : atTwoResolutions({ coarse, fine }, choiceOfNarrow(wide[0], narrow[0]));
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
