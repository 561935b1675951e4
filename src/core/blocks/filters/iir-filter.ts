import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { listField } from "../list-field.ts";
import { inAndOut, SAMPLE_TYPE } from "../definition.ts";

const FREQUENCY = { unit: "Hz", min: 0, max: 1e12, step: 1000 } as const;
const DECIBELS = { unit: "dB", min: 0.001, max: 200, step: 1 } as const;

const fields = {
  type: SAMPLE_TYPE,
  design: field.choice(
    "Design",
    "The family of the design, or coefficients from lists.",
    ["butterworth", "chebyshev1", "chebyshev2", "elliptic", "bessel", "coefficients"],
    { default: "butterworth" },
  ),
  band: field.choice(
    "Band",
    "The band that passes, or the one that does not.",
    ["lowpass", "highpass", "bandpass", "bandstop"],
    { default: "lowpass" },
  ),
  order: field.whole("Order", "The order of the prototype. Band-pass and band-stop filters have twice as many poles.", {
    default: 4,
    min: 1,
    max: 24,
  }),
  cutoff: field.number("Cutoff", "The edge of the band; for bands the lower edge.", { default: 5000, ...FREQUENCY }),
  upper: field.number("Upper cutoff", "The upper edge of a band-pass or band-stop.", { default: 10_000, ...FREQUENCY }),
  ripple: field.number("Ripple", "In the pass band, of Chebyshev I and elliptic filters.", { default: 1, ...DECIBELS }),
  attenuation: field.number("Attenuation", "Of the stop band, of Chebyshev II and elliptic filters.", {
    default: 60,
    ...DECIBELS,
  }),
  forward: listField("Forward", "For the design “coefficients”: b[0], b[1], … as JSON.", [1]),
  backward: listField(
    "Backward",
    "For the design “coefficients”: a[0], a[1], … as JSON, as in SciPy. a[0] is not 0.",
    [1],
  ),
};

export type IirFilterParameters = ValuesOf<typeof fields>;

export const iirFilter = defineBlock({
  title: "IIR filter",
  category: "filters",
  summary: "Filters recursively: an analog design, or given coefficients.",
  formula: "y[n] = Σ b[k]·x[n−k] − Σ a[k]·y[n−k], k ≥ 1 for a; a[0] = 1",
  help:
    "It needs far less work than an FIR filter of the same steepness, but its delay depends on the frequency. Threeray " +
    "splits the recursion into second-order sections. Poles near the unit circle lose accuracy in float32. " +
    "Numbers that are NaN or infinite count as zero, so that the filter does not keep them for ever.",
  keywords: ["iir_filter_ffd", "iir_filter_ccf", "Butterworth", "Chebyshev", "elliptic", "Bessel", "biquad"],
  fields,
  ports: ({ type }) => inAndOut(type),
  plan: async () => (await import("./iir-filter.plan.ts")).createIirFilter,
});
