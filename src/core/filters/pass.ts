import { type Filter, isComplex, isRecursive, tapsCount } from "../filter-design/registry.ts";
import { firBlock } from "../fir/blocks.ts";
import { type FirName, firs, firsBySpeed } from "../fir/registry.ts";
import type { Gpu } from "../gpu/device.ts";
import { iirBlock } from "../iir/blocks.ts";
import { type IirName, iirs, iirsBySpeed } from "../iir/registry.ts";
import type { Block, SampleKind } from "../flow/graph/block.ts";
import { runStream, type StreamStep } from "../flow/run/run-stream.ts";
import { createTimeSlice } from "../thread/time-slice.ts";
import { createCpuFilter, isCpuMethod } from "./cpu.ts";
import { exactFilter } from "./exact.ts";
import { type FilterExperiment, type FilterMethod, METHOD_TITLES, methodsOf } from "./experiment.ts";
import { asComplex } from "../capture/channels.ts";
import type { Signal } from "../capture/signal.ts";

/** The GPU's methods for a filter, the fastest first. Of two equally fast ones, the first has the smaller error. */
function bySpeed(filter: Filter): readonly FilterMethod[] {
  return isRecursive(filter) ? iirsBySpeed(filter) : firsBySpeed(tapsCount(filter));
}

/** The reason why a method does not take a filter; `undefined` where it does. */
export function refusalOf(method: FilterMethod, filter: Filter): string | undefined {
  const methods = methodsOf(filter);
  if (!methods.includes(method)) {
    const kind = isRecursive(filter) ? "zeros and poles" : "taps";
    return `a filter of ${kind} takes the methods ${methods.join(", ")}`;
  }
  if (isRecursive(filter) && !filter.stability.stable) return filter.stability.verdict;
  if (isCpuMethod(method)) return undefined;
  if (isRecursive(filter)) return iirs[method as IirName].refusal(filter);
  return firs[method as FirName].refusal({ taps: tapsCount(filter) });
}

/** The methods that do not take a filter, each with the reason. */
export function refusalsOf(filter: Filter): Partial<Record<FilterMethod, string>> {
  const methods = Object.keys(METHOD_TITLES) as FilterMethod[];
  const reasons = methods.map((method) => [method, refusalOf(method, filter)] as const);
  return Object.fromEntries(reasons.filter(([, reason]) => reason !== undefined));
}

/**
 * The fastest method of the GPU that takes a filter.
 *
 * @throws RangeError where no method takes it, with each one's reason.
 */
export function bestMethod(filter: Filter): FilterMethod {
  const methods = bySpeed(filter);
  const best = methods.find((method) => refusalOf(method, filter) === undefined);
  if (best) return best;
  const reasons = methods.map((method) => `${method} says: ${refusalOf(method, filter)}`);
  throw new RangeError(`filters: no method takes this filter; ${reasons.join("; ")}`);
}

/**
 * The method that an experiment asks for.
 *
 * @throws RangeError for a method that does not take the filter, with its reason.
 */
export function methodOf({ method }: Pick<FilterExperiment, "method">, filter: Filter): FilterMethod {
  if (method === "best") return bestMethod(filter);
  const reason = refusalOf(method, filter);
  if (reason) throw new RangeError(`filters: ${reason}; got method ${method}`);
  return method;
}

/** The kind of a filter's samples: complex where its coefficients are complex. */
export const passedKind = (filter: Filter, kind: SampleKind): SampleKind => (isComplex(filter) ? "complex" : kind);

/** A signal as a filter takes it: real samples with imaginary parts of 0 where the filter's coefficients are complex. */
export function taken(filter: Filter, x: Signal): Signal {
  if (passedKind(filter, x.kind) === x.kind) return x;
  return {
    ...x,
    kind: "complex",
    read: async (start, count) => asComplex(await x.read(start, count)),
  };
}

/** A filter on the GPU, as a block of a chain. */
export function filterBlock(filter: Filter, method: FilterMethod, kind: SampleKind): Block {
  if (isRecursive(filter)) return iirBlock({ method: method as IirName, filter, kind });
  return firBlock({ method: method as FirName, taps: filter.taps, complexTaps: isComplex(filter), kind });
}

export interface PassConfig {
  filter: Filter;
  method: FilterMethod;
  /** Samples per page. */
  page: number;
}

/**
 * Filters a signal of any length, page by page; on the CPU where the method says so. The signal must be as the filter takes it. Returns early, without an error, when the signal aborts.
 */
export async function* passSignal(
  gpu: Pick<Gpu, "device"> | undefined,
  { filter, method, page }: PassConfig,
  x: Signal,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<Omit<StreamStep, "wallMs">, void, undefined> {
  if (!isCpuMethod(method)) {
    if (!gpu) throw new RangeError(`filters: ${method} needs a GPU; without one, choose a method of the CPU`);
    yield* runStream(gpu, x, [filterBlock(filter, method, x.kind)], { page, signal });
    return;
  }
  const cpu = await createCpuFilter(method, filter, x.kind);
  const turns = createTimeSlice();
  try {
    for (let first = 0; first < x.samples; first += page) {
      if (signal?.aborted) return;
      const next = Math.min(first + page, x.samples);
      const samples = cpu.run(await x.read(first, next - first));
      const tags = (x.tags ?? []).filter(({ sample }) => sample >= first && sample < next);
      yield { first, samples, tags, progress: next / x.samples };
      if (turns.due()) await turns.pass();
    }
  } finally {
    cpu.destroy();
  }
}

/** The error of float32 over all samples so far. */
export interface ErrorSoFar {
  /** Number of compared samples, from the first on: as many as time allows. */
  checked: number;
  /** Power of the error over the power of the exact output, dB; undefined where that is zero. */
  errorDb: number | undefined;
  /** Number of compared samples beyond the range of float32; the error excludes them. */
  overflowed: number;
}

/** Multiplications and additions per number of a signal, by the definition. */
export function operationsOf(filter: Filter): number {
  const real = isRecursive(filter) ? 9 * filter.sections.length : 2 * tapsCount(filter);
  return isComplex(filter) ? 2 * real : real;
}

/** Most float64 operations of a check: a few seconds. */
const CHECKED_OPERATIONS = 4e9;

/** Filters the same signal in float64 and compares. */
export function createCheck(filter: Filter, kind: SampleKind) {
  const exact = exactFilter(filter, kind);
  const width = kind === "complex" ? 2 : 1;
  const each = width * operationsOf(filter);
  const most = Math.ceil(CHECKED_OPERATIONS / each);
  let [checked, error, power, overflowed] = [0, 0, 0, 0];
  return {
    /** Takes the next samples of input and output, without gaps. */
    add(x: Float32Array, y: Float32Array): void {
      const samples = Math.min(x.length / width, most - checked);
      if (samples <= 0) return;
      const right = exact(x.subarray(0, width * samples));
      for (let i = 0; i < right.length; i += width) {
        if (!Number.isFinite(y[i]) || !Number.isFinite(y[i + width - 1])) {
          overflowed++;
          continue;
        }
        for (let part = i; part < i + width; part++) {
          error += (y[part] - right[part]) ** 2;
          power += right[part] ** 2;
        }
      }
      checked += samples;
    },
    get result(): ErrorSoFar {
      return { checked, overflowed, errorDb: power > 0 ? 10 * Math.log10(error / power) : undefined };
    },
  };
}
