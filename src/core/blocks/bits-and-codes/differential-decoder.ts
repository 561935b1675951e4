import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { CODING, ITEM_TYPES, MODULUS } from "./differential-encoder.ts";
import { inAndOut } from "../definition.ts";

const fields = {
  type: field.choice(
    "Type",
    "Bits, labels of symbols as integers from 0 to M − 1, or complex symbols.",
    ["bits", "labels", "complex"],
    { default: "bits" },
  ),
  modulus: MODULUS,
  coding: CODING,
};

export type DifferentialDecoder = ValuesOf<typeof fields>;

export const differentialDecoder = defineBlock({
  title: "Differential decoder",
  category: "bits and codes",
  summary: "Gives the difference of each item from the previous one.",
  formula:
    "y[n] = (x[n] − x[n−1]) mod M; NRZI: y[n] = (1 − x[n] + x[n−1]) mod 2; complex: y[n] = x[n]·x*[n−1]; x[−1] = 0",
  help:
    "It undoes the differential encoder. For complex symbols it multiplies by the conjugate of the previous symbol: " +
    "the phase of the result is the phase difference.",
  keywords: ["digital_diff_decoder_bb", "digital_diff_phasor_cc", "DPSK", "differential phasor", "NRZ-I", "NRZ-S"],
  fields,
  ports: ({ type }) => inAndOut(ITEM_TYPES[type]),
  plan: async () => (await import("./differential-decoder.plan.ts")).createDifferentialDecoder,
});
