import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { FIR_FIELDS, hasComplexTaps } from "./design-fields.ts";
import { typedPorts, SAMPLE_TYPE } from "../definition.ts";

const FACTOR = { min: 1, max: 65_536 } as const;

const decimation = field.whole(
  "Decimation",
  "Input samples per output sample. Let the stop band begin below half the output rate.",
  { default: 1, ...FACTOR },
);

const ports = ({ type, ...design }: FftFilter) =>
  typedPorts({ in: type }, { out: hasComplexTaps(design) ? "complex" : type });

const firFilterFields = {
  type: SAMPLE_TYPE,
  ...FIR_FIELDS,
  decimation,
  interpolation: field.whole("Interpolation", "The filter runs at this multiple of the input rate.", {
    default: 1,
    ...FACTOR,
  }),
};

export type FirFilter = ValuesOf<typeof firFilterFields>;

export const firFilter = defineBlock({
  title: "FIR filter",
  category: "filters",
  summary: "Filters in the time domain, with optional decimation and interpolation.",
  formula: "y[m] = Σk h[m·D − k·I]·x[k]",
  help:
    "Designed filters have linear phase: all frequencies have the same delay. For more than about 100 taps the FFT filter " +
    "is faster. The filter runs at the input rate times the interpolation. Cutoffs and gain can change while the graph runs. " +
    "For a root raised cosine, write firdes.root_raised_cosine(gain, sample rate, symbol rate, roll-off, taps) as the taps. " +
    "Numbers that are NaN or infinite count as zero.",
  keywords: [
    "fir_filter_xxx",
    "matched filter",
    "pulse shaping",
    "interp_fir_filter_xxx",
    "low_pass_filter",
    "high_pass_filter",
    "band_pass_filter",
    "band_reject_filter",
    "channel",
    "convolution",
  ],
  fields: firFilterFields,
  ports,
  plan: async () => (await import("./fir-filter.plan.ts")).createFirFilter,
});

const fftFilterFields = { type: SAMPLE_TYPE, ...FIR_FIELDS, decimation };

export type FftFilter = ValuesOf<typeof fftFilterFields>;

export const fftFilter = defineBlock({
  title: "FFT filter",
  category: "filters",
  summary: "Filters by FFT, for up to 2048 taps, with optional decimation.",
  formula: "y[m] = Σk h[m·D − k]·x[k], by overlap-save",
  help:
    "It gives the same output as the FIR filter, up to rounding. The time per sample hardly depends on the number of " +
    "taps, so it suits narrow transitions. Numbers that are NaN or infinite count as zero.",
  keywords: ["fft_filter_xxx", "overlap-save", "fast convolution", "low-pass", "high-pass", "band-pass"],
  fields: fftFilterFields,
  ports,
  plan: async () => (await import("./fir-filter.plan.ts")).createFftFilter,
});
