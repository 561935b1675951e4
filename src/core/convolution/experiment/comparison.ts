import type { CpuConvolutionName } from "../cpu.ts";
import type { ConvolutionSizes } from "../plan.ts";
import type { ConvolutionName } from "../registry.ts";
import { DETECTION_FILTER } from "../../telemetry/detection/detection-filter.ts";
import type { ComparisonState, ComparisonStep } from "../../measurement/comparison.ts";
import { parseRange } from "../../configuration/fields.ts";
import { type ConfigOf, field, schema } from "../../configuration/schema.ts";
import type { Uses } from "../../configuration/uses.ts";

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

/** Most samples per signal. */
const MOST_SAMPLES = 2 ** 22;

export const CONVOLUTION = schema("convolution", 1, {
  signal: field.whole("Signal length", "Complex samples per signal. A telemetry packet has 12,672.", {
    default: 12_672,
    unit: "samples",
    min: 1,
    max: MOST_SAMPLES,
  }),
  filter: field.whole(
    "Filter length",
    "Complex taps, different for each signal. The equalizers have 186, the detection filter 23.",
    { default: 186, unit: "taps", min: 1, max: 2 ** 16 },
  ),
  cascade: field.choice(
    "Second filter",
    "Whether the detection filter's 23 taps follow the first filter, in the same pass.",
    ["none", "detection"],
    { default: "none" },
  ),
  batch: field.whole("Batch", "Signals filtered at once. The thesis's batch has 3104.", {
    default: 64,
    min: 1,
    max: 65_535,
  }),
  methods: field.list("Methods", "Methods to compare on the same samples.", METHODS, { default: METHODS }),
  sweep: field.choice(
    "Sweep",
    "The size that takes several values. The other sizes stay fixed.",
    ["none", "signal", "filter", "batch"],
    { default: "none" },
  ),
  range: field.range("Values", "Values of the swept size: FROM:STEP:TO, FROM:*FACTOR:TO, or a list with commas.", {
    default: "16:*2:1024",
    min: 1,
    max: MOST_SAMPLES,
    integer: true,
  }),
  transfers: field.transfers("samples and taps", "the outputs"),
  seed: field.seed("samples and taps"),
});

/** All settings of a comparison of convolutions. */
export type ConvolutionComparison = ConfigOf<typeof CONVOLUTION>;

/** When fields of the comparison have an effect. */
export const CONVOLUTION_USES: Uses<ConvolutionComparison> = {
  range: { when: ({ sweep }) => sweep !== "none", needs: "a size to sweep" },
};
export type SweptSize = Exclude<ConvolutionComparison["sweep"], "none">;
/** The signals and filters to convolve, without the methods. */
export type Workload = Pick<ConvolutionComparison, "signal" | "filter" | "cascade" | "batch" | "seed">;

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
