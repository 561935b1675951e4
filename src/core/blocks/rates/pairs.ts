import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts } from "../definition.ts";

const interleaving = "GNU Radio, sound cards and raw files hold complex samples as I, Q, I, Q, …";

export const pairsToComplex = defineBlock({
  title: "Pairs to complex",
  category: "rates",
  summary: "Joins each two consecutive real items to a complex one.",
  formula: "y[m] = x[2m] + j·x[2m + 1]",
  help: `${interleaving} The rate is half of the input's.`,
  keywords: ["interleaved_short_to_complex", "interleaved_char_to_complex", "IQ", "deinterleave"],
  fields: {},
  ports: () => typedPorts({ in: "real" }, { out: "complex" }),
  plan: async () => (await import("./pairs.plan.ts")).createPairsToComplex,
});

export const complexToPairs = defineBlock({
  title: "Complex to pairs",
  category: "rates",
  summary: "Gives the real and the imaginary part of each complex item, one after the other.",
  formula: "y[2m] = Re x[m], y[2m + 1] = Im x[m]",
  help: `${interleaving} The rate is twice the input's.`,
  keywords: ["complex_to_interleaved_short", "complex_to_interleaved_char", "IQ", "interleave"],
  fields: {},
  ports: () => typedPorts({ in: "complex" }, { out: "real" }),
  plan: async () => (await import("./pairs.plan.ts")).createComplexToPairs,
});
