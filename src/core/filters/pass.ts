import type { Filter, IirFilter } from "../filter-design/registry.ts";
import { abs } from "../filter-design/complex.ts";
import { firBlock } from "../fir/blocks.ts";
import type { FirName } from "../fir/registry.ts";
import type { Gpu } from "../gpu/device.ts";
import { iirBlock } from "../iir/blocks.ts";
import type { Block, SampleKind } from "../flow/block.ts";
import { runStream, type StreamStep } from "../flow/run.ts";
import { createTurns } from "../flow/turns.ts";
import { createCpuFilter, isCpuWay } from "./cpu.ts";
import { exactFilter } from "./exact.ts";
import { type FilterExperiment, type Way, waysOf } from "./experiment.ts";
import type { Signal } from "./signal.ts";

/** Taps from which the FFT filter is faster than the sum, about: real samples on an H100. */
const FIR_CROSSOVER = 48;

/** The way that suits a filter best. */
export function bestWay(filter: Filter): Way {
  if (filter.kind === "fir") return filter.taps.length < FIR_CROSSOVER ? "direct" : "overlap-save";
  return isOnePole(filter) ? "one-pole" : "scan";
}

const isOnePole = ({ zpk }: IirFilter) =>
  zpk.poles.filter((pole) => abs(pole) > 0).length === 1 && zpk.zeros.every((zero) => abs(zero) === 0);

/**
 * The way that an experiment asks for.
 *
 * @throws RangeError for a way that the filter does not have.
 */
export function wayOf({ method }: Pick<FilterExperiment, "method">, filter: Filter): Way {
  if (method === "best") return bestWay(filter);
  const ways = waysOf(filter);
  if (ways.includes(method)) return method;
  const kind = filter.kind === "fir" ? "taps" : "zeros and poles";
  throw new RangeError(`filters: a filter of ${kind} is computed by ${ways.join(", ")}; got ${method}`);
}

/** A filter on the GPU, as a block of a chain. */
export function filterBlock(filter: Filter, way: Way, kind: SampleKind): Block {
  if (filter.kind === "fir") return firBlock({ method: way as FirName, taps: filter.taps, kind });
  return iirBlock({ method: way as Parameters<typeof iirBlock>[0]["method"], filter, kind });
}

export interface PassConfig {
  filter: Filter;
  way: Way;
  /** Samples at a time. */
  page: number;
}

/**
 * Filters a signal of any length, page by page; on the CPU where the way says so. Ends early, without an error, when the signal
 * aborts.
 */
export async function* passSignal(
  gpu: Pick<Gpu, "device"> | undefined,
  { filter, way, page }: PassConfig,
  x: Signal,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<StreamStep, void, undefined> {
  if (!isCpuWay(way)) {
    if (!gpu) throw new RangeError(`filters: ${way} needs a GPU; without one, choose a way of the CPU`);
    yield* runStream(gpu, x, [filterBlock(filter, way, x.kind)], { page, signal });
    return;
  }
  const cpu = await createCpuFilter(way, filter, x.kind);
  const turns = createTurns();
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

/** How far float32 is off, over all samples so far. */
export interface ErrorSoFar {
  /** Samples that were compared: the first ones, as many as time allows. */
  checked: number;
  /** Power of the error over the power of what is right, dB; undefined where nothing is right but zeros. */
  errorDb: number | undefined;
}

/** Operations in float64 that a check may cost: a few seconds. */
const CHECKED_OPERATIONS = 4e9;

/** Filters in float64 along, and compares. */
export function createCheck(filter: Filter, kind: SampleKind) {
  const exact = exactFilter(filter, kind);
  const width = kind === "complex" ? 2 : 1;
  const each = width * (filter.kind === "fir" ? 2 * filter.taps.length : 9 * filter.sections.length);
  const most = Math.ceil(CHECKED_OPERATIONS / each);
  let [checked, error, power] = [0, 0, 0];
  return {
    /** Takes the next samples of both; they must follow each other without a gap. */
    add(x: Float32Array, y: Float32Array): void {
      const samples = Math.min(x.length / width, most - checked);
      if (samples <= 0) return;
      const right = exact(x.subarray(0, width * samples));
      for (let i = 0; i < right.length; i++) {
        error += (y[i] - right[i]) ** 2;
        power += right[i] ** 2;
      }
      checked += samples;
    },
    get result(): ErrorSoFar {
      return { checked, errorDb: power > 0 ? 10 * Math.log10(error / power) : undefined };
    },
  };
}
