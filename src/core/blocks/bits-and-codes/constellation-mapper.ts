import type { ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { constellationField, labelForm } from "./constellations.ts";
import { typedPorts } from "../definition.ts";

const fields = {
  constellation: constellationField("QPSK"),
  input: labelForm("Input", "Whether a symbol takes its bits, or its label."),
};

export type ConstellationMapper = ValuesOf<typeof fields>;

export const constellationMapper = defineBlock({
  title: "Constellation mapper",
  category: "bits and codes",
  summary: "Turns bits, or labels, into points of a constellation with unit mean energy.",
  formula: "y[n] = point of the label b[mn] b[mn+1] … b[mn+m−1], m bits per symbol",
  help:
    "BPSK, QPSK, 16-QAM and 64-QAM have the labels of IEEE 802.11; 256-QAM continues them. " +
    "8-PSK has its points at odd multiples of 22.5°.",
  keywords: ["modulator", "chunks to symbols", "digital_chunks_to_symbols_xx", "digital_constellation_encoder_bc"],
  fields,
  ports: ({ input }) => typedPorts({ in: input === "bits" ? "bits" : "integer" }, { out: "complex" }),
  plan: async () => (await import("./constellation-mapper.plan.ts")).createConstellationMapper,
});
