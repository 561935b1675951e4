import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { inAndOut } from "../definition.ts";

const fields = {
  sensitivity: field.number("Sensitivity", "Radians per sample for an input of 1: 2π·deviation/fs.", {
    default: 0.1,
    change: "set",
    unit: "rad",
    min: -1000,
    max: 1000,
    step: 0.01,
  }),
};

export type FrequencyModulator = ValuesOf<typeof fields>;

export const frequencyModulator = defineBlock({
  title: "Frequency modulator",
  category: "modulation",
  summary: "Modulates FM: the input sets the frequency of a complex output of amplitude 1.",
  formula: "y[n] = e^{jφ[n]}, φ[n] = φ[n−1] + sensitivity·x[n]",
  help:
    "With the sensitivity 2π·deviation/fs, an input of 1 gives the full deviation. Threeray sums phases as integers, so " +
    "the phase has no drift, and all page sizes give the same samples. Numbers that are NaN or infinite count as zero.",
  keywords: ["frequency_modulator_fc", "FM", "VCO", "FSK", "transmitter"],
  fields,
  ports: () => inAndOut("real", 1, "complex"),
  plan: async () => (await import("./frequency-modulator.plan.ts")).createFrequencyModulator,
});
