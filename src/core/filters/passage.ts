import { asComplex } from "../capture/channels.ts";
import type { RecordedSamples } from "../capture/recording.ts";
import type { Gpu } from "../gpu/device.ts";
import type { SampleKind } from "../flow/graph/block.ts";
import type { Tag } from "../flow/graph/tag.ts";
import { createTimeSlice } from "../thread/time-slice.ts";
import type { Filter } from "../filter-design/registry.ts";
import { checkStable, type FilterExperiment, stableFilter, MOST_PASSED, type FilterMethod } from "./experiment.ts";
import { createCheck, type ErrorSoFar, passSignal, taken, methodOf } from "./pass.ts";
import type { Signal } from "../capture/signal.ts";

/** Facts about a filtered signal. */
export interface PassageFacts extends ErrorSoFar {
  kind: SampleKind;
  /** Samples/s, or 2 where frequencies are in units of the Nyquist frequency. */
  rate: number;
  samples: number;
  method: FilterMethod;
  /** Mean |x|² before and after, dB; −∞ for silence. */
  beforeDb: number;
  afterDb: number;
  /** Wall-clock time, with transfers and without the check in float64. */
  seconds: number;
  tags: Tag[];
  /** Samples of the recording that were NaN or infinite and count as zero. */
  nonFinite: number;
}

/** Samples before and after the filter: float32, complex ones as pairs. */
export interface Passage extends PassageFacts {
  before: Float32Array<ArrayBuffer>;
  after: Float32Array<ArrayBuffer>;
}

export interface PassageOptions {
  signal?: AbortSignal;
  onProgress?(share: number): void;
  /** The experiment's filter, if it is already designed. */
  filter?: Filter;
}

/**
 * Sends a signal, or its first 2^22 samples, through an experiment's filter and keeps both.
 *
 * @throws RangeError for an unstable filter, and for a method that does not take it; the signal's reason when it aborts.
 */
export async function passageOf(
  gpu: Gpu | undefined,
  config: FilterExperiment,
  x: Signal,
  { signal, onProgress, filter: designed }: PassageOptions = {},
): Promise<Passage> {
  const filter = designed ? checkStable(designed) : await stableFilter(config, { signal });
  const method = methodOf(config, filter);
  const given = taken(filter, x);
  const { kind, rate } = given;
  const samples = Math.min(x.samples, MOST_PASSED);
  const width = kind === "complex" ? 2 : 1;
  // The samples are made while the filter's kernels are compiled.
  const whole = wholeOf(given, samples, signal);
  whole.catch(() => {});
  const after = new Float32Array(width * samples);
  /** Seconds for which the filter waited for its first samples. */
  let waited = 0;
  const kept: Signal = {
    ...given,
    samples,
    async read(start, count) {
      const begin = performance.now();
      const before = await whole;
      waited += (performance.now() - begin) / 1000;
      return before.slice(width * start, width * (start + count));
    },
  };
  const check = createCheck(filter, kind);
  const turns = createTimeSlice();
  const tags: Tag[] = [];
  let seconds = 0;
  let before = new Float32Array();
  let start = performance.now();
  for await (const step of passSignal(gpu, { filter, method, page: config.page }, kept, { signal })) {
    seconds += (performance.now() - start) / 1000;
    const first = width * step.first;
    before = await whole;
    after.set(step.samples, first);
    for (const tag of step.tags) tags.push(tag);
    for (let at = 0; at < step.samples.length; at += CHECKED) {
      const samples = step.samples.subarray(at, at + CHECKED);
      check.add(before.subarray(first + at, first + at + samples.length), samples);
      if (turns.due()) await turns.pass();
      signal?.throwIfAborted();
    }
    onProgress?.(step.progress);
    start = performance.now();
  }
  signal?.throwIfAborted();
  before = await whole;
  const [beforeDb, afterDb] = [before, after].map((values) => powerDb(values, samples));
  return {
    kind,
    rate,
    samples,
    method,
    seconds: seconds - waited,
    tags,
    beforeDb,
    afterDb,
    before,
    after,
    nonFinite: x.nonFinite?.() ?? 0,
    ...check.result,
  };
}

/** Samples to read, and numbers to check, at a time. */
const [READ, CHECKED] = [2 ** 14, 2 ** 12];

/** The first samples of a signal; making them may take seconds. */
async function wholeOf(
  { kind, read }: Signal,
  samples: number,
  signal?: AbortSignal,
): Promise<Float32Array<ArrayBuffer>> {
  const width = kind === "complex" ? 2 : 1;
  const whole = new Float32Array(width * samples);
  const turns = createTimeSlice();
  for (let first = 0; first < samples; first += READ) {
    whole.set(await read(first, Math.min(READ, samples - first)), width * first);
    if (turns.due()) await turns.pass();
    signal?.throwIfAborted();
  }
  return whole;
}

function powerDb(values: Float32Array, samples: number): number {
  let power = 0;
  for (const value of values) power += value * value;
  return 10 * Math.log10(power / samples);
}

/** Samples in memory as an opened recording. */
export function heldSamples(values: Float32Array<ArrayBuffer>, kind: SampleKind): RecordedSamples {
  const width = kind === "complex" ? 2 : 1;
  return {
    samples: values.length / width,
    channels: 1,
    async read(start, count) {
      const part = values.slice(width * start, width * (start + count));
      return kind === "complex" ? part : asComplex(part);
    },
  };
}
