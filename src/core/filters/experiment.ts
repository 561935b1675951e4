import { inSlices, type SliceOptions } from "../filter-design/slices.ts";
import { designInSlices, type Filter, isRecursive } from "../filter-design/registry.ts";
import { type FilterSpec, parseFilterSpec } from "../filter-design/spec.ts";
import type { SampleKind } from "../flow/block.ts";
import { createSchema, type Field, type FieldName, parseRange, seedField } from "../configuration/fields.ts";

/** Ways to filter: `fir/registry.ts` and `iir/registry.ts` hold those of the GPU. */
export const FIR_WAYS = {
  "cpu-direct": "CPU, sum over the taps",
  "cpu-fft": "CPU, overlap-save (PFFFT)",
  direct: "Sum over the taps",
  "overlap-save": "FFT filter, overlap-save",
  "overlap-add": "FFT filter, overlap-add",
} as const;
export const IIR_WAYS = {
  "cpu-sections": "CPU, sections in a loop",
  "one-pole": "One pole, prefix sum",
  scan: "Sections in cascade, scan",
  parallel: "Partial fractions, scan",
  "block-convolution": "Blocks by FFT",
} as const;
export type FirWay = keyof typeof FIR_WAYS;
export type IirWay = keyof typeof IIR_WAYS;
export type Way = FirWay | IirWay;
export const WAY_TITLES: Readonly<Record<Way, string>> = { ...FIR_WAYS, ...IIR_WAYS };

/** What is filtered; "recording" is the one that was dropped on the page, or named on the command line. */
export const SIGNALS = ["tones", "chirp", "noise", "recording"] as const;
export type SignalName = (typeof SIGNALS)[number];

/** Most samples that are kept before and after a filter: what a page looks at and listens to. */
export const MOST_PASSED = 2 ** 22;

/** Zeros of longer filters than this are not sought. */
export const MOST_ZEROS = 320;

/** Everything that a filter and what it does to a signal depend on: the same object gives the same samples, everywhere. */
export interface FilterExperiment {
  lab: "filters";
  version: 1;
  /** With its `rate`: the sample rate of all signals here. */
  design: FilterSpec;
  signal: SignalName;
  samples: number;
  complex: "no" | "yes";
  tones: string;
  snr: number;
  method: "best" | Way;
  page: number;
  seed: number;
}

const fields: Readonly<Record<FieldName<FilterExperiment>, Field>> = {
  design: {
    kind: "json",
    change: "rebuild",
    label: "Filter",
    description: 'The filter, e.g. {"type":"butterworth","order":8,"cutoff":0.1}; "rate" makes its frequencies Hz.',
    parse: parseFilterSpec,
  },
  signal: {
    kind: "choice",
    change: "rebuild",
    label: "Signal",
    choices: SIGNALS,
    description: "What is filtered: tones, a chirp from 0 to half the rate, white noise, or a recording.",
  },
  samples: {
    kind: "number",
    change: "rebuild",
    label: "Length",
    unit: "samples",
    min: 256,
    max: 2 ** 26,
    step: 1024,
    integer: true,
    description: "Samples of the signal that is made.",
  },
  complex: {
    kind: "choice",
    change: "rebuild",
    label: "Complex",
    choices: ["no", "yes"],
    description: "Complex samples: the spectrum then has two sides that may differ.",
  },
  tones: {
    kind: "range",
    change: "rebuild",
    label: "Tones",
    unit: "",
    min: -1e12,
    max: 1e12,
    description: "Frequencies of the tones, in the filter's units: FROM:STEP:TO, or a list with commas.",
  },
  snr: {
    kind: "number",
    change: "rebuild",
    label: "SNR",
    unit: "dB",
    min: -20,
    max: 120,
    step: 1,
    description: "Power of the tones or the chirp over that of the white noise beside them.",
  },
  method: {
    kind: "choice",
    change: "rebuild",
    label: "Computed by",
    choices: ["best", ...Object.keys(WAY_TITLES)],
    description: "How the signal is filtered; every way gives the same samples but for rounding.",
  },
  page: {
    kind: "number",
    change: "rebuild",
    label: "Page",
    unit: "samples",
    min: 64,
    max: 2 ** 24,
    step: 1024,
    integer: true,
    description:
      "Samples that go to the GPU at a time. It changes throughput and latency; the samples change by rounding alone.",
  },
  seed: seedField("noise and phases"),
};

const defaults: FilterExperiment = {
  lab: "filters",
  version: 1,
  design: { type: "elliptic", pass: 6000, stop: 7500, ripple: 0.5, attenuation: 60, rate: 48_000 },
  signal: "tones",
  samples: 2 ** 17,
  complex: "no",
  tones: "1500,5000,9000,16000",
  snr: 40,
  method: "best",
  page: 2 ** 16,
  seed: 1,
};

const schema = createSchema("filters", fields, defaults);

/** Frequencies of the tones that an experiment has unless it says otherwise, as parts of the rate. */
const USUAL_TONES = [1 / 32, 5 / 48, 3 / 16, 1 / 3];

export const FILTERS = {
  ...schema,
  /** Fills what is missing, tones that lie within the filter's rate among it, and checks the rest. */
  parse(input: unknown): FilterExperiment {
    const config = schema.parse(input);
    if ((input as Partial<FilterExperiment>).tones !== undefined) return config;
    return { ...config, tones: USUAL_TONES.map((tone) => Number((tone * rateOf(config)).toPrecision(4))).join(",") };
  },
};

/** Samples/s, or 2 where frequencies are in units of the Nyquist frequency. */
export const rateOf = ({ design }: Pick<FilterExperiment, "design">): number => design.rate ?? 2;

export const kindOf = ({ complex }: Pick<FilterExperiment, "complex">): SampleKind =>
  complex === "yes" ? "complex" : "real";

/** The ways that suit a filter, the CPU's first. */
export const waysOf = (filter: Filter): Way[] => Object.keys(isRecursive(filter) ? IIR_WAYS : FIR_WAYS) as Way[];

/**
 * The filter of an experiment, fit to run.
 *
 * @throws RangeError that names the pole of an unstable one; the signal's reason when it aborts.
 */
export async function stableFilter(
  { design: spec }: Pick<FilterExperiment, "design">,
  options?: SliceOptions,
): Promise<Filter> {
  return checkStable(await inSlices(designInSlices(spec), options));
}

/** @throws RangeError that names the pole of an unstable filter. */
export function checkStable(filter: Filter): Filter {
  if (isRecursive(filter) && !filter.stability.stable) throw new RangeError(`filter: ${filter.stability.verdict}`);
  return filter;
}

/**
 * Frequencies of the tones in cycles a sample.
 *
 * @throws RangeError for a tone beyond half the rate, or below 0 in a real signal.
 */
export function toneFrequencies(config: FilterExperiment): number[] {
  const rate = rateOf(config);
  return parseRange(config.tones).map((tone) => {
    const least = config.complex === "yes" ? -rate / 2 : 0;
    if (tone < least || tone > rate / 2) {
      throw new RangeError(`filters: tones must lie from ${least} to ${rate / 2}, half the rate; got ${tone}`);
    }
    return tone / rate;
  });
}
