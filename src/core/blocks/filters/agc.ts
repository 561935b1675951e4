import type { BlockType } from "../../flow/block-type.ts";
import { AT_ITEM_TYPE, type AtItemType, inAndOut } from "../arithmetic/item-type.ts";

export interface Agc extends AtItemType {
  rate: number;
  reference: number;
  maximum: number;
}

const number = { kind: "number", change: "set", unit: "", min: 0, max: 1e30, step: 0.1 } as const;

export const agc: BlockType<Agc> = {
  title: "Automatic gain control",
  category: "filters",
  summary: "Scales a signal so that its RMS amplitude is constant.",
  formula: "y[n] = x[n]·min(reference/√p[n], maximum), p the mean of |x|² with the weights rate·(1 − rate)^k",
  help:
    "The gain follows from the power of the input, so GPU threads can compute all samples at once. GNU Radio's block " +
    "adjusts its gain from each output instead: the result is similar, not equal. The mean is exact from the first " +
    "sample.",
  keywords: ["agc_xx", "agc2_xx", "feedforward_agc_cc", "level", "normalize"],
  fields: {
    type: AT_ITEM_TYPE,
    rate: {
      kind: "number",
      change: "rebuild",
      label: "Rate",
      unit: "",
      min: 1e-6,
      max: 1,
      step: 0.001,
      description: "The weight of the newest sample: the gain follows within about 1/rate samples.",
    },
    reference: { ...number, label: "Reference", description: "The RMS amplitude of the output." },
    maximum: { ...number, label: "Maximum gain", description: "The largest gain, which limits noise in pauses." },
  },
  defaults: { type: "complex", rate: 0.001, reference: 1, maximum: 65_536 },
  ports: ({ type }) => inAndOut(type),
};
