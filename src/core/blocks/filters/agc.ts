import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { inAndOut, LEVEL, SAMPLE_TYPE } from "../definition.ts";

/** Returns the level before the first sample, at most float32's largest; 0: the first samples give it. */
export const levelAtStart = ({ reference, gain }: Agc): number => (gain === 0 ? 0 : Math.min(reference / gain, 3e38));

const NUMBER = { ...LEVEL, min: 0 };

const fields = {
  type: SAMPLE_TYPE,
  rate: field.number("Rate", "The weight of the newest sample: the gain follows within about 1/rate samples.", {
    default: 0.001,
    min: 1e-6,
    max: 1,
    step: 0.001,
  }),
  level: field.choice(
    "Level",
    "What becomes the reference: the RMS amplitude √(mean of |x|²), or the mean of |x| as in GNU Radio.",
    ["RMS", "mean"],
    { default: "RMS" },
  ),
  reference: field.number("Reference", "The level of the output.", { default: 1, ...NUMBER }),
  gain: field.number("Gain at the start", "The gain before the first sample. 0: the first samples give it at once.", {
    default: 0,
    ...NUMBER,
    change: "rebuild",
  }),
  maximum: field.number("Maximum gain", "The largest gain, which limits noise in pauses. 0: no limit.", {
    default: 65_536,
    ...NUMBER,
  }),
};

export type Agc = ValuesOf<typeof fields>;

export const agc = defineBlock({
  title: "Automatic gain control",
  category: "filters",
  summary: "Scales a signal so that its RMS amplitude, or its mean amplitude, is constant.",
  formula:
    "y[n] = x[n]·min(reference/a[n], maximum), a² the mean of |x|² (RMS), or a the mean of |x|, with the weights rate·(1 − rate)^k",
  help:
    "The gain follows from the level of the input, so GPU threads can compute all samples at once. GNU Radio's block " +
    "adjusts its gain from each output instead, until the mean of |y| is the reference: choose the level “mean” for its " +
    "result. Noise has a mean 1.05 dB below its RMS. GNU Radio's gain needs about 1/(rate·|x|) samples to settle, " +
    "the gain here 1/rate. Numbers that are NaN or infinite count as zero.",
  keywords: ["agc_xx", "agc2_xx", "feedforward_agc_cc", "level", "normalize"],
  fields,
  ports: ({ type }) => inAndOut(type),
  plan: async () => (await import("./agc.plan.ts")).createAgc,
});
