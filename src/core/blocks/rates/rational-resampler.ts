import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { hasComplexTaps } from "../filters/design-fields.ts";
import { listField } from "../list-field.ts";
import { typedPorts, SAMPLE_TYPE } from "../definition.ts";

const FACTOR = { min: 1, max: 2 ** 20 } as const;

const fields = {
  type: SAMPLE_TYPE,
  interpolation: field.whole("Interpolation", "The numerator I of output rate over input rate.", {
    default: 2,
    ...FACTOR,
  }),
  decimation: field.whole("Decimation", "The denominator D of output rate over input rate.", { default: 3, ...FACTOR }),
  design: field.choice(
    "Design",
    "How the filters are designed, or taps from a list.",
    ["one filter", "fewest products", "taps"],
    { default: "one filter" },
  ),
  fractionalBandwidth: field.number(
    "Fractional bandwidth",
    "Of “one filter”: the end of the pass band as a share of the lower sample rate.",
    { default: 0.4, min: 0.01, max: 0.49, step: 0.01 },
  ),
  attenuation: field.number(
    "Attenuation",
    "Of “fewest products”: the attenuation of frequencies that fold into the output.",
    { default: 80, unit: "dB", min: 21, max: 200, step: 1 },
  ),
  pass: field.number("Pass band", "Of “fewest products”: the end of the pass band as a share of the lower half rate.", {
    default: 0.8,
    min: 0.01,
    max: 0.99,
    step: 0.01,
  }),
  taps: listField("Taps", "For the design “taps”: the impulse response at I times the input rate, as JSON.", [1]),
  phase: field.choice(
    "Phase",
    "Which samples the decimation keeps: every D-th one from the first sample on, or, as GNU Radio, from the first " +
      "one that the whole filter covers. GNU Radio leaves out the samples before it.",
    ["first sample", "full filter"],
    { default: "first sample" },
  ),
};

export type RationalResampler = ValuesOf<typeof fields>;

export const rationalResampler = defineBlock({
  title: "Rational resampler",
  category: "rates",
  summary: "Changes the sample rate by a ratio of two whole numbers.",
  formula:
    "y[m] = Σk h[m·D − d − k·I]·x[k]; d = 0, or for the phase “full filter” −(⌈N/I⌉ − 1)·I modulo D, with N taps",
  help:
    "“One filter” is GNU Radio's default: a Kaiser window with β = 7. “Fewest products” designs one filter or two in " +
    "cascade, which is far cheaper for large factors. For its own designs, Threeray cancels common factors of both " +
    "numbers. Given taps always work at I times the input rate. Numbers that are NaN or infinite count as zero.",
  keywords: ["rational_resampler_xxx", "interpolate", "decimate", "upsample", "downsample", "polyphase"],
  fields,
  ports: ({ type, design, taps }) =>
    typedPorts({ in: type }, { out: design === "taps" && hasComplexTaps({ design, taps }) ? "complex" : type }),
  plan: async () => (await import("./rational-resampler.plan.ts")).createRationalResampler,
});
