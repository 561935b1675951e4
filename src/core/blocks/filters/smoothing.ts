import type { BlockType } from "../../flow/graph/block-type.ts";
import { AT_ITEM_TYPE, type AtItemType, inAndOut } from "../arithmetic/item-type.ts";
import { type AtStatedRate, STATED_RATE } from "../stated-rate.ts";

export interface OnePole extends AtItemType {
  alpha: number;
}

const number = { kind: "number", change: "rebuild", unit: "", step: 1 } as const;

export const onePole: BlockType<OnePole> = {
  title: "One-pole filter",
  category: "filters",
  summary: "Smooths with a recursive low-pass filter of one pole.",
  formula: "y[n] = α·x[n] + (1 − α)·y[n−1]",
  help: "It averages over about 1/α samples. It is the cheapest low-pass filter, and its stop band is shallow.",
  keywords: ["single_pole_iir_filter_xx", "leaky integrator", "exponential average", "smooth"],
  fields: {
    type: AT_ITEM_TYPE,
    alpha: { ...number, label: "α", min: 1e-6, max: 1, step: 0.01, description: "The weight of the newest sample." },
  },
  defaults: { type: "real", alpha: 0.1 },
  ports: ({ type }) => inAndOut(type),
  plan: async () => (await import("./smoothing.plan.ts")).createOnePole,
};

export interface DeEmphasis extends AtItemType, AtStatedRate {
  /** Microseconds. */
  timeConstant: number;
}

export const deEmphasis: BlockType<DeEmphasis> = {
  title: "De-emphasis",
  category: "filters",
  summary: "Lowers high tones, which FM broadcasts raise before transmission.",
  formula: "H(s) = 1/(1 + s·τ), by the bilinear transform with its corner frequency kept",
  help:
    "Noise after FM demodulation grows with the frequency. Emphasis in the transmitter and de-emphasis in the receiver " +
    "reduce it. Use 50 µs in most of the world, and 75 µs in America and Korea. Left and right may come as one complex " +
    "signal.",
  keywords: ["fm_deemph", "analog_fm_deemph", "emphasis", "75 us", "50 us"],
  fields: {
    type: AT_ITEM_TYPE,
    timeConstant: {
      ...number,
      label: "Time constant",
      unit: "µs",
      min: 0.1,
      max: 10_000,
      description: "The time constant τ: 50 µs or 75 µs.",
    },
    rate: STATED_RATE,
  },
  defaults: { type: "real", timeConstant: 50, rate: 0 },
  ports: ({ type }) => inAndOut(type),
  plan: async () => (await import("./smoothing.plan.ts")).createDeEmphasis,
};

export interface DcBlocker extends AtItemType {
  length: number;
  form: "long" | "short";
}

export const dcBlocker: BlockType<DcBlocker> = {
  title: "DC blocker",
  category: "filters",
  summary: "Removes the mean: a constant, or a carrier at frequency 0.",
  formula: "y[n] = x[n − d] − (x ∗ mᴷ)[n], m the mean over D samples, K = 4 (long) or 2 (short), d = K·(D − 1)/2",
  help: "It has linear phase. A larger D makes the notch narrower. The long form has less ripple outside the notch.",
  keywords: ["dc_blocker_xx", "offset", "notch", "high-pass"],
  fields: {
    type: AT_ITEM_TYPE,
    length: {
      ...number,
      label: "Length",
      min: 2,
      max: 512,
      integer: true,
      description: "The samples D of each average.",
    },
    form: {
      kind: "choice",
      change: "rebuild",
      label: "Form",
      choices: ["long", "short"] satisfies DcBlocker["form"][],
      description: "Four averages one after another, or two.",
    },
  },
  defaults: { type: "complex", length: 32, form: "long" },
  ports: ({ type }) => inAndOut(type),
  plan: async () => (await import("./smoothing.plan.ts")).createDcBlocker,
};

export interface MovingAverage extends AtItemType {
  length: number;
  scale: number;
}

export const movingAverage: BlockType<MovingAverage> = {
  title: "Moving average",
  category: "filters",
  summary: "Sums the last samples, times a scale.",
  formula: "y[n] = scale·Σ x[n−k], k = 0 … N − 1",
  help:
    "With the scale 1/N it is the mean. It is a matched filter for rectangular symbols of N samples. Threeray computes it " +
    "as a filter, so rounding errors do not accumulate.",
  keywords: ["moving_average_xx", "boxcar", "integrate", "mean", "smooth"],
  fields: {
    type: AT_ITEM_TYPE,
    length: { ...number, label: "Length", min: 1, max: 2048, integer: true, description: "The number of samples N." },
    scale: {
      ...number,
      change: "set",
      label: "Scale",
      min: -1e30,
      max: 1e30,
      step: 0.1,
      description: "The factor: 1/N for the mean.",
    },
  },
  defaults: { type: "real", length: 10, scale: 0.1 },
  ports: ({ type }) => inAndOut(type),
  plan: async () => (await import("./smoothing.plan.ts")).createMovingAverage,
};
