import type { BlockType } from "../../flow/graph/block-type.ts";
import { CONSTELLATION, type ConstellationName } from "./constellations.ts";

export interface SoftDemapper {
  constellation: ConstellationName;
  /** E|noise|² of a complex sample. */
  noiseVariance: number;
  algorithm: "exact" | "max-log";
}

export const softDemapper: BlockType<SoftDemapper> = {
  title: "Soft demapper",
  category: "bits and codes",
  summary: "Gives the log-likelihood ratio of each bit of a received symbol.",
  formula: "LLR = ln Σ_{s: bit 1} exp(−|y − s|²/σ²) − ln Σ_{s: bit 0} exp(−|y − s|²/σ²)",
  help:
    "A positive LLR favours a 1, as all decoders here expect. " +
    "Max-log takes the nearest point in place of each sum, as most receivers do. " +
    "The noise variance is the power of the complex noise: twice the power of its real part.",
  keywords: ["LLR", "soft decision", "digital_constellation_soft_decoder_cf", "likelihood"],
  fields: {
    constellation: CONSTELLATION,
    noiseVariance: {
      kind: "number",
      change: "set",
      label: "Noise variance",
      unit: "",
      min: 1e-9,
      max: 1e9,
      step: 0.01,
      description: "Mean power σ² of the complex noise. It scales the LLRs.",
    },
    algorithm: {
      kind: "choice",
      change: "rebuild",
      label: "Algorithm",
      choices: ["exact", "max-log"] satisfies SoftDemapper["algorithm"][],
      description: "The sums over all points, or only the nearest point with each value of the bit.",
    },
  },
  defaults: { constellation: "QPSK", noiseVariance: 0.1, algorithm: "max-log" },
  ports: () => ({ inputs: [{ name: "in", type: "complex" }], outputs: [{ name: "out", type: "llrs" }] }),
  plan: async () => (await import("./soft-demapper.plan.ts")).createSoftDemapper,
};
