import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { settableFormula } from "../sample-formula.ts";
import { inAndOut, VECTOR_LENGTH } from "../definition.ts";

const LIMITS = { change: "set", min: -1e6, max: 1e6, step: 1 } as const;

const fields = {
  factor: field.number("Factor", "10 for powers in dB, 20 for magnitudes in dB.", { default: 10, ...LIMITS }),
  offset: field.number("Offset", "The sum for x = 1, for example a calibration in dB.", { default: 0, ...LIMITS }),
  vector: VECTOR_LENGTH,
};

export type Logarithm = ValuesOf<typeof fields>;

export const logarithm = defineBlock({
  title: "Logarithm",
  category: "arithmetic",
  summary: "Gives decibels: a factor times the logarithm to base 10, plus an offset.",
  formula: "y[n] = factor·log10(x[n]) + offset",
  help: "Use factor 10 for powers, and 20 for magnitudes. Values below 1.2·10⁻³⁸, also negative ones, count as that value.",
  keywords: ["log10", "dB", "decibel", "nlog10_ff"],
  fields,
  ports: ({ vector }) => inAndOut("real", vector),
  create: (parameters) =>
    settableFormula(
      parameters,
      {
        uniforms: { factor: "f32", offset: "f32" },
        values: ({ factor, offset }) => ({ factor: factor * Math.log10(2), offset }),
      },
      // The smallest normal number takes the place of 0.
      ({ in: x }, { factor, offset }) => `${factor} * log2(max(${x}, 1.17549435e-38)) + ${offset}`,
    ),
});
