import { field, type ValuesOf, variantOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { inAndOut, LEVEL, SAMPLE_TYPE, STATED_RATE } from "../definition.ts";

const onePoleFields = {
  type: variantOf(SAMPLE_TYPE, { default: "real" }),
  alpha: field.number("α", "The weight of the newest sample.", {
    default: 0.1,
    min: 1e-6,
    max: 1,
    step: 0.01,
  }),
};

export type OnePole = ValuesOf<typeof onePoleFields>;

export const onePole = defineBlock({
  title: "One-pole filter",
  category: "filters",
  summary: "Smooths with a recursive low-pass filter of one pole.",
  formula: "y[n] = α·x[n] + (1 − α)·y[n−1]",
  help: "It averages over about 1/α samples. It is the cheapest low-pass filter, and its stop band is shallow. Numbers that are NaN or infinite count as zero.",
  keywords: ["single_pole_iir_filter_xx", "leaky integrator", "exponential average", "smooth"],
  fields: onePoleFields,
  ports: ({ type }) => inAndOut(type),
  plan: async () => (await import("./smoothing.plan.ts")).createOnePoleBlock,
});

const deEmphasisFields = {
  type: variantOf(SAMPLE_TYPE, { default: "real" }),
  timeConstant: field.number("Time constant", "The time constant τ: 50 µs or 75 µs.", {
    default: 50,
    unit: "µs",
    min: 0.1,
    max: 10_000,
    step: 1,
  }),
  rate: STATED_RATE,
};

export type DeEmphasis = ValuesOf<typeof deEmphasisFields>;

export const deEmphasis = defineBlock({
  title: "De-emphasis",
  category: "filters",
  summary: "Lowers high tones, which FM broadcasts raise before transmission.",
  formula: "H(s) = 1/(1 + s·τ), by the bilinear transform with its corner frequency kept",
  help:
    "Noise after FM demodulation grows with the frequency. Emphasis in the transmitter and de-emphasis in the receiver " +
    "reduce it. Use 50 µs in most of the world, and 75 µs in America and Korea. Left and right may come as one complex " +
    "signal. Numbers that are NaN or infinite count as zero.",
  keywords: ["fm_deemph", "analog_fm_deemph", "emphasis", "75 us", "50 us"],
  fields: deEmphasisFields,
  ports: ({ type }) => inAndOut(type),
  plan: async () => (await import("./smoothing.plan.ts")).createDeEmphasis,
});

const dcBlockerFields = {
  type: SAMPLE_TYPE,
  length: field.whole("Length", "The samples D of each average.", { default: 32, min: 2, max: 512 }),
  form: field.choice("Form", "Four averages one after another, or two.", ["long", "short"], { default: "long" }),
};

export type DcBlocker = ValuesOf<typeof dcBlockerFields>;

export const dcBlocker = defineBlock({
  title: "DC blocker",
  category: "filters",
  summary: "Removes the mean: a constant, or a carrier at frequency 0.",
  formula: "y[n] = x[n − d] − (x ∗ mᴷ)[n], m the mean over D samples, K = 4 (long) or 2 (short), d = K·(D − 1)/2",
  help:
    "It has linear phase. A larger D makes the notch narrower. The long form has less ripple outside the notch. " +
    "Numbers that are NaN or infinite count as zero.",
  keywords: ["dc_blocker_xx", "offset", "notch", "high-pass"],
  fields: dcBlockerFields,
  ports: ({ type }) => inAndOut(type),
  plan: async () => (await import("./smoothing.plan.ts")).createDcBlocker,
});

const movingAverageFields = {
  type: variantOf(SAMPLE_TYPE, { default: "real" }),
  length: field.whole("Length", "The number of samples N.", { default: 10, min: 1, max: 2048 }),
  scale: field.number("Scale", "The factor: 1/N for the mean.", { default: 0.1, ...LEVEL }),
};

export type MovingAverage = ValuesOf<typeof movingAverageFields>;

export const movingAverage = defineBlock({
  title: "Moving average",
  category: "filters",
  summary: "Sums the last samples, times a scale.",
  formula: "y[n] = scale·Σ x[n−k], k = 0 … N − 1",
  help:
    "With the scale 1/N it is the mean. It is a matched filter for rectangular symbols of N samples. Threeray computes it " +
    "as a filter, so rounding errors do not accumulate. Numbers that are NaN or infinite count as zero.",
  keywords: ["moving_average_xx", "boxcar", "integrate", "mean", "smooth"],
  fields: movingAverageFields,
  ports: ({ type }) => inAndOut(type),
  plan: async () => (await import("./smoothing.plan.ts")).createMovingAverage,
});
