import type { BlockType } from "../../flow/graph/block-type.ts";
import { AT_VECTOR, type AtVector, inAndOut } from "./item-type.ts";

export interface Logarithm extends AtVector {
  factor: number;
  offset: number;
}

const number = { kind: "number", change: "set", unit: "", min: -1e6, max: 1e6, step: 1 } as const;

export const logarithm: BlockType<Logarithm> = {
  title: "Logarithm",
  category: "arithmetic",
  summary: "Gives decibels: a factor times the logarithm to base 10, plus an offset.",
  formula: "y[n] = factor·log10(x[n]) + offset",
  help: "Use factor 10 for powers, and 20 for magnitudes. Values below 1.2·10⁻³⁸, also negative ones, count as that value.",
  keywords: ["log10", "dB", "decibel", "nlog10_ff"],
  fields: {
    factor: { ...number, label: "Factor", description: "10 for powers in dB, 20 for magnitudes in dB." },
    offset: { ...number, label: "Offset", description: "The sum for x = 1, for example a calibration in dB." },
    vector: AT_VECTOR,
  },
  defaults: { factor: 10, offset: 0, vector: 1 },
  ports: ({ vector }) => inAndOut("real", vector),
};
