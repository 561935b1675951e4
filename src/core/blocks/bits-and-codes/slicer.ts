import type { ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { constellationField, labelForm } from "./constellations.ts";
import { typedPorts } from "../definition.ts";

const fields = {
  constellation: constellationField("QPSK", ["binary"]),
  output: labelForm("Output", "Whether each symbol gives its bits, or its label."),
};

export type Slicer = ValuesOf<typeof fields>;

export const slicer = defineBlock({
  title: "Slicer",
  category: "bits and codes",
  summary: "Decides for the nearest point of a constellation, or for the sign of a real sample.",
  formula: "out = label of the point nearest to x[n]; binary: 1 for x[n] ≥ 0, else 0",
  help:
    "The samples need the constellation's scale: unit mean energy, and the right phase. " +
    "Bits come one by one, the most significant bit of a label first. Labels come as integers.",
  keywords: ["hard decision", "binary slicer", "digital_binary_slicer_fb", "constellation decoder", "demapper"],
  fields,
  ports: ({ constellation, output }) =>
    typedPorts(
      { in: constellation === "binary" ? "real" : "complex" },
      { out: output === "bits" ? "bits" : "integer" },
    ),
  plan: async () => (await import("./slicer.plan.ts")).createSlicer,
});
