import { leastBytes } from "../convolution/cost.ts";
import { type CpuConvolutionMethod, type CpuConvolutionName, cpuConvolutions } from "../convolution/cpu.ts";
import { cascade } from "../convolution/direct.reference.ts";
import { type ConvolutionSizes, newestOf } from "../convolution/plan.ts";
import { type ConvolutionMethod, type ConvolutionName, convolutions } from "../convolution/registry.ts";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import type { Gpu } from "../gpu/device.ts";
import { compare, type ComparisonState, type ComparisonStep, type Entrant } from "./comparison.ts";
import { createSchema, type Field, type FieldName, parseRange } from "./fields.ts";
import { measureCpu, measureGpu, type Task } from "./measurement.ts";

export type MethodName = CpuConvolutionName | ConvolutionName;

const ALL: Readonly<Record<MethodName, CpuConvolutionMethod | ConvolutionMethod>> = {
  ...cpuConvolutions,
  ...convolutions,
};

/** All ways to convolve, the CPU's first. */
export const METHODS = Object.keys(ALL) as MethodName[];

/** A method's name for a person. */
export const methodTitle = (method: MethodName): string => ALL[method].title;

/** Everything that a comparison of convolutions depends on. */
export interface ConvolutionComparison {
  lab: "convolution";
  version: 1;
  signal: number;
  filter: number;
  cascade: "none" | "detection";
  batch: number;
  methods: MethodName[];
  sweep: "none" | SweptSize;
  range: string;
  transfers: "excluded" | "included";
  seed: number;
}
export type SweptSize = "signal" | "filter" | "batch";

const SIZES = {
  signal: { unit: "samples", min: 1, max: 2 ** 22, integer: true },
  filter: { unit: "taps", min: 1, max: 2 ** 16, integer: true },
  batch: { unit: "", min: 1, max: 65_535, integer: true },
} as const;

const fields: Readonly<Record<FieldName<ConvolutionComparison>, Field>> = {
  signal: {
    kind: "number",
    label: "Signal length",
    step: 1,
    ...SIZES.signal,
    description: "Complex samples of a signal. A telemetry packet has 12,672.",
  },
  filter: {
    kind: "number",
    label: "Filter length",
    step: 1,
    ...SIZES.filter,
    description: "Complex taps, others for every signal. The equalizers have 186, the detection filter 23.",
  },
  cascade: {
    kind: "choice",
    label: "Second filter",
    choices: ["none", "detection"],
    description: "The detection filter's 23 taps behind the first filter, in one pass.",
  },
  batch: {
    kind: "number",
    label: "Batch",
    step: 1,
    ...SIZES.batch,
    description: "Signals that are filtered at once. The thesis's batch is 3104.",
  },
  methods: {
    kind: "list",
    label: "Methods",
    choices: METHODS,
    description: "Which ways to convolve to compare on the same samples.",
  },
  sweep: {
    kind: "choice",
    label: "Sweep",
    choices: ["none", "signal", "filter", "batch"],
    description: "The size that takes several values; the others keep theirs.",
  },
  range: {
    kind: "range",
    label: "Values",
    unit: "",
    min: 1,
    max: SIZES.signal.max,
    integer: true,
    description: "Values of the swept size: FROM:STEP:TO, FROM:*FACTOR:TO, or a list with commas.",
  },
  transfers: {
    kind: "choice",
    label: "Transfers",
    choices: ["excluded", "included"],
    description: "Whether the time includes sending samples and taps to the GPU and fetching the outputs.",
  },
  seed: {
    kind: "number",
    label: "Seed",
    unit: "",
    min: 0,
    max: 2 ** 32 - 1,
    step: 1,
    integer: true,
    description: "The same seed gives the same samples and taps, everywhere.",
  },
};

const defaults: ConvolutionComparison = {
  lab: "convolution",
  version: 1,
  signal: 12_672,
  filter: 186,
  cascade: "none",
  batch: 64,
  methods: [...METHODS],
  sweep: "none",
  range: "16:*2:1024",
  transfers: "excluded",
  seed: 1,
};

export const CONVOLUTION = createSchema("convolution", fields, defaults);

/** Sizes of one point of a comparison. */
export interface ConvolutionPoint {
  signal: number;
  filter: number;
  batch: number;
}
export type ConvolutionState = ComparisonState<ConvolutionComparison, ConvolutionPoint>;
export type ConvolutionStep = ComparisonStep<ConvolutionComparison, ConvolutionPoint>;
export type ConvolutionResult = ConvolutionState["results"][number];

/** @throws RangeError when a value of the swept size is out of its range. */
export function pointsOf({ signal, filter, batch, sweep, range }: ConvolutionComparison): ConvolutionPoint[] {
  const point = { signal, filter, batch };
  if (sweep === "none") return [point];
  return parseRange(range)
    .map((value) => CONVOLUTION.parse({ [sweep]: value })[sweep])
    .map((value) => {
      return { ...point, [sweep]: value };
    });
}

/** What a point asks of a method: as many outputs as samples, the filter's middle on the output's own sample. */
export function sizesOf({ signal, filter, batch }: ConvolutionPoint, second: ConvolutionComparison["cascade"]) {
  const sizes: ConvolutionSizes = {
    signals: batch,
    inputStride: signal,
    origin: 0,
    outputLength: signal,
    decimation: 1,
    taps: filter,
    precursors: Math.floor((filter - 1) / 2),
  };
  return second === "none" ? sizes : { ...sizes, cascade: { taps: DETECTION_FILTER, delay: 11 } };
}

/** Compares convolutions, from the beginning or where a state left off, one method at one point a step. */
export function compareConvolutions(
  gpu: Gpu,
  state: ConvolutionState,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<ConvolutionStep> {
  const { config } = state;
  const entrants = pointsOf(config).flatMap((point) =>
    config.methods.map((method) => entrantOf(config, point, method)),
  );
  return compare(gpu, state, entrants, signal);
}

function entrantOf(
  config: ConvolutionComparison,
  point: ConvolutionPoint,
  name: MethodName,
): Entrant<ConvolutionPoint> {
  const method = ALL[name];
  const sizes = sizesOf(point, config.cascade);
  const task = convolutionTask(sizes, config.seed);
  const { flops, bytes } = { flops: method.flops(sizes), bytes: leastBytes(sizes) };
  const entrant = { method: name, point, flops, bytes };
  if (method.where === "cpu") {
    const create = async (signals: number) => {
      const plan = await method.create({ ...sizes, signals });
      return { run: ([x, h]: readonly Float32Array[], y: Float32Array) => plan.run(x, h, y), destroy: plan.destroy };
    };
    return { ...entrant, measure: () => measureCpu(task, create) };
  }
  return {
    ...entrant,
    bytes: method.bytes(sizes),
    refusal: method.refusal(sizes),
    measure: (gpu) =>
      measureGpu(
        gpu,
        task,
        (signals, [input, filters]) => method.create(gpu.device, { ...sizes, signals, input, filters }),
        config.transfers === "included",
      ),
  };
}

/** The task of convolving a batch, with the sum in float64 to check it by. */
export function convolutionTask(sizes: ConvolutionSizes, seed: number): Task {
  const newest = newestOf(sizes);
  return {
    batch: sizes.signals,
    inputs: [
      { name: "samples", row: sizes.inputStride },
      { name: "taps", row: sizes.taps },
    ],
    outputRow: sizes.outputLength,
    seed,
    expected([x, c], at) {
      const h = sizes.cascade ? cascade(Float64Array.from(c), sizes.cascade.taps) : c;
      let [re, im] = [0, 0];
      const now = newest + at;
      const last = Math.min(h.length / 2 - 1, now);
      for (let k = Math.max(0, now - x.length / 2 + 1); k <= last; k++) {
        const n = now - k;
        re += h[2 * k] * x[2 * n] - h[2 * k + 1] * x[2 * n + 1];
        im += h[2 * k] * x[2 * n + 1] + h[2 * k + 1] * x[2 * n];
      }
      return [re, im];
    },
  };
}
