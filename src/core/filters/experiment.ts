import { inSlices, type SliceOptions } from "../filter-design/slices.ts";
import { designInSlices, type Filter, isRecursive } from "../filter-design/registry.ts";
import { parseFilterSpec } from "../filter-design/spec.ts";
import type { SampleKind } from "../flow/graph/block.ts";
import { parseRange } from "../configuration/fields.ts";
import { type ConfigOf, field, schema } from "../configuration/schema.ts";
import type { Uses } from "../configuration/uses.ts";

/** Filtering methods. `fir/registry.ts` and `iir/registry.ts` hold the GPU's methods. */
export const FIR_METHOD_TITLES = {
  "cpu-direct": "CPU, sum over the taps",
  "cpu-fft": "CPU, overlap-save (PFFFT)",
  direct: "Sum over the taps",
  "overlap-save": "FFT filter, overlap-save",
  "overlap-add": "FFT filter, overlap-add",
} as const;
export const IIR_METHOD_TITLES = {
  "cpu-sections": "CPU, sections in a loop",
  "one-pole": "One pole, prefix sum",
  scan: "Sections in cascade, scan",
  parallel: "Partial fractions, scan",
  "block-convolution": "Blocks by FFT",
} as const;
export type FirFilterMethod = keyof typeof FIR_METHOD_TITLES;
export type IirFilterMethod = keyof typeof IIR_METHOD_TITLES;
export type FilterMethod = FirFilterMethod | IirFilterMethod;
export const METHOD_TITLES: Readonly<Record<FilterMethod, string>> = { ...FIR_METHOD_TITLES, ...IIR_METHOD_TITLES };

/** The input signal. "recording" is the recording opened on the page or named on the command line. */
export const SIGNALS = ["tones", "chirp", "noise", "recording"] as const;

/** Most samples that the page keeps before and after a filter, to show and to play. */
export const MOST_PASSED = 2 ** 22;

/** Zeros of longer filters are not computed. */
export const MOST_ZEROS = 320;

const declared = schema("filters", 1, {
  design: field.json(
    "Filter",
    'The filter, e.g. {"type":"butterworth","order":8,"cutoff":0.1}; "rate" makes its frequencies Hz.',
    parseFilterSpec,
    { default: { type: "elliptic", pass: 6000, stop: 7500, ripple: 0.5, attenuation: 60, rate: 48_000 } },
  ),
  signal: field.choice(
    "Signal",
    "The input: tones, a chirp from 0 to half the rate, white noise, or a recording.",
    SIGNALS,
    { default: "tones" },
  ),
  samples: field.whole("Length", "Length of the generated signal in samples.", {
    default: 2 ** 17,
    unit: "samples",
    min: 256,
    max: 2 ** 26,
    step: 1024,
  }),
  complex: field.choice(
    "Complex",
    "Complex samples. Their spectrum may differ at positive and negative frequencies.",
    ["no", "yes"],
    { default: "no" },
  ),
  tones: field.range("Tones", "Frequencies of the tones, in the filter's units: FROM:STEP:TO, or a list with commas.", {
    default: "1500,5000,9000,16000",
    min: -1e12,
    max: 1e12,
  }),
  snr: field.number("SNR", "Power of the tones or the chirp over the power of the added white noise.", {
    default: 40,
    unit: "dB",
    min: -20,
    max: 120,
    step: 1,
  }),
  method: field.choice(
    "Method",
    "The filtering method. All methods give the same samples up to rounding.",
    ["best", ...(Object.keys(METHOD_TITLES) as FilterMethod[])],
    { default: "best" },
  ),
  page: field.whole(
    "Page",
    "Samples per page sent to the GPU. It affects throughput and latency, and the output by rounding only.",
    { default: 2 ** 16, unit: "samples", min: 64, max: 2 ** 24, step: 1024 },
  ),
  seed: field.seed("noise and phases"),
});

/**
 * The configuration of a filter and its input signal. The same object gives the same samples on every device. The
 * design's `rate` is the sample rate of all signals.
 */
export type FilterExperiment = ConfigOf<typeof declared>;

/** When fields of the experiment have an effect. */
export const FILTERS_USES: Uses<FilterExperiment> = {
  tones: { when: ({ signal }) => signal === "tones", needs: "the signal tones" },
  snr: { when: ({ signal }) => signal === "tones" || signal === "chirp", needs: "the signal tones or chirp" },
};

/** Default frequencies of the tones, as parts of the rate. */
const USUAL_TONES = [1 / 32, 5 / 48, 3 / 16, 1 / 3];

export const FILTERS = {
  ...declared,
  /** Fills missing fields with defaults, with tones within the filter's rate, and checks the rest. */
  parse(input: unknown): FilterExperiment {
    const config = declared.parse(input);
    if ((input as Partial<FilterExperiment>).tones !== undefined) return config;
    return {
      ...config,
      tones: USUAL_TONES.map((tone) => Number((tone * designRate(config)).toPrecision(4))).join(","),
    };
  },
};

/** Samples/s, or 2 where frequencies are in units of the Nyquist frequency. */
export const designRate = ({ design }: Pick<FilterExperiment, "design">): number => design.rate ?? 2;

export const kindOf = ({ complex }: Pick<FilterExperiment, "complex">): SampleKind =>
  complex === "yes" ? "complex" : "real";

/** The methods that take a filter, the CPU's first. */
export const methodsOf = (filter: Filter): FilterMethod[] =>
  Object.keys(isRecursive(filter) ? IIR_METHOD_TITLES : FIR_METHOD_TITLES) as FilterMethod[];

/**
 * Returns the designed filter of an experiment.
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
 * Frequencies of the tones in cycles per sample.
 *
 * @throws RangeError for a tone beyond half the rate, or below 0 in a real signal.
 */
export function toneFrequencies(config: FilterExperiment): number[] {
  const rate = designRate(config);
  return parseRange(config.tones).map((tone) => {
    const least = config.complex === "yes" ? -rate / 2 : 0;
    if (tone < least || tone > rate / 2) {
      throw new RangeError(`filters: tones must be from ${least} to ${rate / 2}, half the rate; got ${tone}`);
    }
    return tone / rate;
  });
}
