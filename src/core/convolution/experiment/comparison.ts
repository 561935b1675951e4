import type { CpuConvolutionName } from "../cpu.ts";
import type { ConvolutionSizes } from "../plan.ts";
import type { ConvolutionName } from "../registry.ts";
import { DETECTION_FILTER } from "../../telemetry/detection/detection-filter.ts";
import type { ComparisonState, ComparisonStep } from "../../measurement/comparison.ts";
import {
  createSchema,
  type Field,
  type FieldName,
  parseRange,
  seedField,
  type Transfers,
  transfersField,
} from "../../configuration/fields.ts";

export type MethodName = CpuConvolutionName | ConvolutionName;

/** Titles of all convolution methods, CPU methods first. */
export const CONVOLUTION_TITLES: Readonly<Record<MethodName, string>> = {
  "cpu-direct": "CPU, time domain",
  "cpu-fft": "CPU, one FFT (PFFFT)",
  "direct-global": "Time domain, from global memory",
  direct: "Time domain, tiles in workgroup memory",
  transform: "One long FFT",
  "overlap-save": "Overlap-save in one kernel",
  "overlap-add": "Overlap-add in one kernel",
};

export const METHODS = Object.keys(CONVOLUTION_TITLES) as MethodName[];

/** All settings of a comparison of convolutions. */
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
  transfers: Transfers;
  seed: number;
}
/** The signals and filters to convolve, without the methods. */
export type Workload = Pick<ConvolutionComparison, "signal" | "filter" | "cascade" | "batch" | "seed">;
export type SweptSize = "signal" | "filter" | "batch";

const SIZES = {
  signal: { unit: "samples", min: 1, max: 2 ** 22, integer: true },
  filter: { unit: "taps", min: 1, max: 2 ** 16, integer: true },
  batch: { unit: "", min: 1, max: 65_535, integer: true },
} as const;

const fields: Readonly<Record<FieldName<ConvolutionComparison>, Field>> = {
  signal: {
    kind: "number",
    change: "rebuild",
    label: "Signal length",
    step: 1,
    ...SIZES.signal,
    description: "Complex samples per signal. A telemetry packet has 12,672.",
  },
  filter: {
    kind: "number",
    change: "rebuild",
    label: "Filter length",
    step: 1,
    ...SIZES.filter,
    description: "Complex taps, different for each signal. The equalizers have 186, the detection filter 23.",
  },
  cascade: {
    kind: "choice",
    change: "rebuild",
    label: "Second filter",
    choices: ["none", "detection"],
    description: "Whether the detection filter's 23 taps follow the first filter, in the same pass.",
  },
  batch: {
    kind: "number",
    change: "rebuild",
    label: "Batch",
    step: 1,
    ...SIZES.batch,
    description: "Signals filtered at once. The thesis's batch has 3104.",
  },
  methods: {
    kind: "list",
    change: "rebuild",
    label: "Methods",
    choices: METHODS,
    description: "Methods to compare on the same samples.",
  },
  sweep: {
    kind: "choice",
    change: "rebuild",
    label: "Sweep",
    choices: ["none", "signal", "filter", "batch"],
    description: "The size that takes several values. The other sizes stay fixed.",
  },
  range: {
    kind: "range",
    change: "rebuild",
    label: "Values",
    unit: "",
    min: 1,
    max: SIZES.signal.max,
    integer: true,
    description: "Values of the swept size: FROM:STEP:TO, FROM:*FACTOR:TO, or a list with commas.",
  },
  transfers: transfersField("samples and taps", "the outputs"),
  seed: seedField("samples and taps"),
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

export function workloadOf({ signal, filter, cascade, batch, seed }: Workload): Workload {
  return { signal, filter, cascade, batch, seed };
}

/** Sizes at one point of a comparison. */
export interface ConvolutionPoint {
  signal: number;
  filter: number;
  batch: number;
}
/** Floating-point operations of a method at a point, for the batch. */
export interface ConvolutionCount extends ConvolutionPoint {
  method: string;
  flops: number;
}
export type ConvolutionState = ComparisonState<ConvolutionComparison, ConvolutionPoint>;
export type ConvolutionStep = ComparisonStep<ConvolutionComparison, ConvolutionPoint>;
export type ConvolutionResult = ConvolutionState["results"][number];

/** @throws RangeError if a value of the swept size is out of its range. */
export function comparisonPoints({ signal, filter, batch, sweep, range }: ConvolutionComparison): ConvolutionPoint[] {
  const point = { signal, filter, batch };
  if (sweep === "none") return [point];
  return parseRange(range)
    .map((value) => CONVOLUTION.parse({ [sweep]: value })[sweep])
    .map((value) => {
      return { ...point, [sweep]: value };
    });
}

/** Returns a point's sizes for a method: as many outputs as samples, with the middle tap at the output's own sample. */
export function convolutionSizes(
  { signal, filter, batch }: ConvolutionPoint,
  second: ConvolutionComparison["cascade"],
): ConvolutionSizes {
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
