import type { BlockType } from "../../flow/graph/block-type.ts";
import { AT_ITEM_TYPE, type AtItemType } from "../arithmetic/item-type.ts";
import { FIR_DEFAULTS, FIR_FIELDS, type FirDesign, hasComplexTaps } from "./design-fields.ts";

export interface FftFilter extends AtItemType, FirDesign {
  decimation: number;
}

export interface FirFilter extends FftFilter {
  interpolation: number;
}

const factor = { kind: "number", change: "rebuild", unit: "", min: 1, max: 65_536, step: 1, integer: true } as const;

const decimation = {
  ...factor,
  label: "Decimation",
  description: "Input samples per output sample. Let the stop band begin below half the output rate.",
};

const portsOf = ({ type, ...design }: FftFilter) => ({
  inputs: [{ name: "in", type }],
  outputs: [{ name: "out", type: hasComplexTaps(design) ? ("complex" as const) : type }],
});

export const firFilter: BlockType<FirFilter> = {
  title: "FIR filter",
  category: "filters",
  summary: "Filters in the time domain, with optional decimation and interpolation.",
  formula: "y[m] = Σk h[m·D − k·I]·x[k]",
  help:
    "Designed filters have linear phase: all frequencies have the same delay. For more than about 100 taps the FFT filter " +
    "is faster. The filter runs at the input rate times the interpolation. Cutoffs and gain can change while the graph runs.",
  keywords: [
    "fir_filter_xxx",
    "interp_fir_filter_xxx",
    "low_pass_filter",
    "high_pass_filter",
    "band_pass_filter",
    "band_reject_filter",
    "channel",
    "convolution",
  ],
  fields: {
    type: AT_ITEM_TYPE,
    ...FIR_FIELDS,
    decimation,
    interpolation: {
      ...factor,
      label: "Interpolation",
      description: "The filter runs at this multiple of the input rate.",
    },
  },
  defaults: { type: "complex", ...FIR_DEFAULTS, decimation: 1, interpolation: 1 },
  ports: portsOf,
  plan: async () => (await import("./fir-filter.plan.ts")).createFirFilter,
};

export const fftFilter: BlockType<FftFilter> = {
  title: "FFT filter",
  category: "filters",
  summary: "Filters by FFT, for up to 2048 taps, with optional decimation.",
  formula: "y[m] = Σk h[m·D − k]·x[k], by overlap-save",
  help:
    "It gives the same output as the FIR filter, up to rounding. The time per sample hardly depends on the number of " +
    "taps, so it suits narrow transitions.",
  keywords: ["fft_filter_xxx", "overlap-save", "fast convolution", "low-pass", "high-pass", "band-pass"],
  fields: { type: AT_ITEM_TYPE, ...FIR_FIELDS, decimation },
  defaults: { type: "complex", ...FIR_DEFAULTS, decimation: 1 },
  ports: portsOf,
  plan: async () => (await import("./fir-filter.plan.ts")).createFftFilter,
};
