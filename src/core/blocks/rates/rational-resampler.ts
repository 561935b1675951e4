import type { BlockType } from "../../flow/graph/block-type.ts";
import { AT_ITEM_TYPE, type AtItemType } from "../arithmetic/item-type.ts";
import { isPair, listField, type Listed } from "../list-field.ts";

export interface RationalResampler extends AtItemType {
  interpolation: number;
  decimation: number;
  design: "one filter" | "fewest products" | "taps";
  fractionalBandwidth: number;
  attenuation: number;
  pass: number;
  taps: readonly Listed[];
  phase: "first sample" | "full filter";
}

const number = { kind: "number", change: "rebuild", unit: "" } as const;
const factor = { ...number, min: 1, max: 2 ** 20, step: 1, integer: true } as const;

export const rationalResampler: BlockType<RationalResampler> = {
  title: "Rational resampler",
  category: "rates",
  summary: "Changes the sample rate by a ratio of two whole numbers.",
  formula:
    "y[m] = Σk h[m·D − d − k·I]·x[k]; d = 0, or for the phase “full filter” −(⌈N/I⌉ − 1)·I modulo D, with N taps",
  help:
    "“One filter” is GNU Radio's default: a Kaiser window with β = 7. “Fewest products” designs one filter or two in " +
    "cascade, which is far cheaper for large factors. For its own designs, Threeray cancels common factors of both " +
    "numbers. Given taps always work at I times the input rate.",
  keywords: ["rational_resampler_xxx", "interpolate", "decimate", "upsample", "downsample", "polyphase"],
  fields: {
    type: AT_ITEM_TYPE,
    interpolation: {
      ...factor,
      label: "Interpolation",
      description: "The numerator I of output rate over input rate.",
    },
    decimation: { ...factor, label: "Decimation", description: "The denominator D of output rate over input rate." },
    design: {
      kind: "choice",
      change: "rebuild",
      label: "Design",
      choices: ["one filter", "fewest products", "taps"] satisfies RationalResampler["design"][],
      description: "How the filters are designed, or taps from a list.",
    },
    fractionalBandwidth: {
      ...number,
      min: 0.01,
      max: 0.49,
      step: 0.01,
      label: "Fractional bandwidth",
      description: "Of “one filter”: the end of the pass band as a share of the lower sample rate.",
    },
    attenuation: {
      ...number,
      unit: "dB",
      min: 21,
      max: 200,
      step: 1,
      label: "Attenuation",
      description: "Of “fewest products”: the attenuation of frequencies that fold into the output.",
    },
    pass: {
      ...number,
      min: 0.01,
      max: 0.99,
      step: 0.01,
      label: "Pass band",
      description: "Of “fewest products”: the end of the pass band as a share of the lower half rate.",
    },
    taps: listField("Taps", "For the design “taps”: the impulse response at I times the input rate, as JSON."),
    phase: {
      kind: "choice",
      change: "rebuild",
      label: "Phase",
      choices: ["first sample", "full filter"] satisfies RationalResampler["phase"][],
      description:
        "Which samples the decimation keeps: every D-th one from the first sample on, or, as GNU Radio, from the first " +
        "one that the whole filter covers. GNU Radio leaves out the samples before it.",
    },
  },
  defaults: {
    type: "complex",
    interpolation: 2,
    decimation: 3,
    design: "one filter",
    fractionalBandwidth: 0.4,
    attenuation: 80,
    pass: 0.8,
    taps: [1],
    phase: "first sample",
  },
  ports: ({ type, design, taps }) => ({
    inputs: [{ name: "in", type }],
    outputs: [
      {
        name: "out",
        type: design === "taps" && taps.some((tap) => isPair(tap) && tap[1] !== 0) ? ("complex" as const) : type,
      },
    ],
  }),
  plan: async () => (await import("./rational-resampler.plan.ts")).createRationalResampler,
};
