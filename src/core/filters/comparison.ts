import { firs } from "../fir/registry.ts";
import type { Gpu } from "../gpu/device.ts";
import { design, type Filter, isComplex, isRecursive, tapsCount } from "../filter-design/registry.ts";
import { iirs } from "../iir/registry.ts";
import type { Page } from "../flow/graph/block.ts";
import { compare, type ComparisonState, type ComparisonStep, type Entrant } from "../measurement/comparison.ts";
import { buildTrial, type CreateOnGpu, measureCpu, measureGpu, type TimedTask } from "../measurement/timed-task.ts";
import { createCpuFilter, isCpuMethod } from "./cpu.ts";
import { exactFilter } from "./exact.ts";
import { type FilterExperiment, kindOf, designRate, stableFilter, type FilterMethod, methodsOf } from "./experiment.ts";
import { filterBlock, operationsOf, passedKind, refusalOf } from "./pass.ts";

/** A comparison of all methods, for the experiment's filter or for FIR filters of rising length. */
export interface MethodsConfig {
  experiment: FilterExperiment;
  what: "methods" | "taps";
}

export interface MethodsPoint {
  /** Taps of a FIR filter; poles of another. */
  size: number;
  /** Number of samples to filter. */
  samples: number;
}

export type MethodsState = ComparisonState<MethodsConfig, MethodsPoint>;
export type MethodsStep = ComparisonStep<MethodsConfig, MethodsPoint>;
export type MethodsResult = MethodsState["results"][number];

/** Lengths of filters on either side of the crossover. */
const TAPS = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
/** Samples that occupy a large GPU, and fewer for a software adapter. */
const SAMPLES = { gpu: 2 ** 22, software: 2 ** 14 };

/** Compares the methods on white noise, from the start or from an earlier state, one method at one point per step. */
export async function* compareMethods(
  gpu: Gpu,
  state: MethodsState,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<MethodsStep> {
  const { experiment } = state.config;
  const filters = await filtersOf(state.config, signal);
  const samples = gpu.adapter.software ? SAMPLES.software : SAMPLES.gpu;
  const entrants = filters.flatMap((filter) =>
    methodsOf(filter).map((method) => entrantOf(experiment, filter, method, samples)),
  );
  yield* compare(gpu, state, entrants, signal);
}

async function filtersOf({ experiment, what }: MethodsConfig, signal?: AbortSignal): Promise<Filter[]> {
  return what === "methods"
    ? [await stableFilter(experiment, { signal })]
    : TAPS.map((taps) => lowPass(experiment, taps));
}

/** The lengths' filter: a low-pass at a quarter of the rate. */
const lowPass = (experiment: FilterExperiment, length: number): Filter => {
  const rate = designRate(experiment);
  return design({ type: "window", length, cutoff: rate / 8, rate });
};

/** Taps, or poles. */
export const sizeOf = (filter: Filter): number => (isRecursive(filter) ? filter.zpk.poles.length : tapsCount(filter));

function entrantOf(
  experiment: FilterExperiment,
  filter: Filter,
  method: FilterMethod,
  samples: number,
): Entrant<MethodsPoint> {
  const kind = passedKind(filter, kindOf(experiment));
  const width = kind === "complex" ? 2 : 1;
  const sizes = { signals: 1, length: samples, kind };
  const { flops, bytes } = costOf(filter, method, sizes);
  const refusal = refusalOf(method, filter);
  const entrant = { method, point: { size: sizeOf(filter), samples }, flops, bytes, refusal };
  // A task counts complex samples: two real ones make one.
  const row = (samples * width) / 2;
  const task: TimedTask = {
    batch: 1,
    inputs: [{ name: "samples", row }],
    outputRow: row,
    seed: experiment.seed,
    flops,
    expected: expectedOf(filter, kind),
  };
  if (isCpuMethod(method)) {
    const create = async () => {
      const { run, reset, destroy } = await createCpuFilter(method, filter, kind);
      const fresh = ([x]: readonly Float32Array[], y: Float32Array) => {
        reset();
        y.set(run(x));
      };
      return { run: fresh, destroy };
    };
    return { ...entrant, measure: () => measureCpu(task, create) };
  }
  const block = filterBlock(filter, method, kind);
  const on =
    (device: GPUDevice): CreateOnGpu =>
    (signals, [input]) =>
      block.create(device, { signals, length: samples, input });
  return {
    ...entrant,
    build: (device) => buildTrial(device, task, on(device)),
    measure: (gpu) => measureGpu(gpu, task, on(gpu.device), false),
  };
}

/** Output pairs in float64: filtered once for all that are asked of the same samples. */
function expectedOf(filter: Filter, kind: "real" | "complex"): TimedTask["expected"] {
  let last: { of: Float32Array; y: Float64Array } | undefined;
  return ([x], at) => {
    if (last?.of.buffer !== x.buffer || last.of.byteOffset !== x.byteOffset) {
      last = { of: x, y: exactFilter(filter, kind)(x) };
    }
    return [last.y[2 * at], last.y[2 * at + 1]];
  };
}

function costOf(filter: Filter, method: FilterMethod, sizes: Omit<Page, "input"> & { kind: "real" | "complex" }) {
  const width = sizes.kind === "complex" ? 2 : 1;
  const numbers = width * sizes.signals * sizes.length;
  if (isCpuMethod(method)) {
    // cpu-fft counts what the sum would take, so that its rate tells how much it saves.
    return { flops: operationsOf(filter) * numbers, bytes: 8 * numbers };
  }
  if (!isRecursive(filter)) {
    const fir = firs[method as keyof typeof firs];
    const config = { ...sizes, taps: tapsCount(filter), complexTaps: isComplex(filter) };
    return { flops: fir.flops(config), bytes: fir.bytes(config) };
  }
  const iir = iirs[method as keyof typeof iirs];
  return { flops: iir.flops(filter) * numbers, bytes: iir.bytes(filter) * numbers };
}
