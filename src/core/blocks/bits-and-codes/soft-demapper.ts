import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { constellationField } from "./constellations.ts";
import { typedPorts } from "../definition.ts";

const fields = {
  constellation: constellationField("QPSK"),
  noiseVariance: field.number("Noise variance", "Mean power σ² of the complex noise. It scales the LLRs.", {
    default: 0.1,
    change: "set",
    min: 1e-9,
    max: 1e9,
    step: 0.01,
  }),
  algorithm: field.choice(
    "Algorithm",
    "The sums over all points, or only the nearest point with each value of the bit.",
    ["exact", "max-log"],
    { default: "max-log" },
  ),
};

export type SoftDemapper = ValuesOf<typeof fields>;

export const softDemapper = defineBlock({
  title: "Soft demapper",
  category: "bits and codes",
  summary: "Gives the log-likelihood ratio of each bit of a received symbol.",
  formula: "LLR = ln Σ_{s: bit 1} exp(−|y − s|²/σ²) − ln Σ_{s: bit 0} exp(−|y − s|²/σ²)",
  help:
    "A positive LLR favours a 1, as all decoders here expect. " +
    "Max-log takes the nearest point in place of each sum, as most receivers do. " +
    "The noise variance is the power of the complex noise: twice the power of its real part.",
  keywords: ["LLR", "soft decision", "digital_constellation_soft_decoder_cf", "likelihood"],
  fields,
  ports: () => typedPorts({ in: "complex" }, { out: "llrs" }),
  plan: async () => (await import("./soft-demapper.plan.ts")).createSoftDemapper,
});
