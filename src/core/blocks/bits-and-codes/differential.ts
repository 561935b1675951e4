import type { Field } from "../../configuration/fields.ts";
import type { BlockType } from "../../flow/block-type.ts";

export interface DifferentialEncoder {
  type: "bits" | "labels";
  /** Of labels; bits have 2. */
  modulus: number;
}

export interface DifferentialDecoder {
  type: DifferentialEncoder["type"] | "complex";
  modulus: number;
}

const MODULUS: Field = {
  kind: "number",
  change: "rebuild",
  label: "Modulus",
  unit: "",
  min: 2,
  max: 65536,
  step: 1,
  integer: true,
  description: "The number M of different labels. Bits always have 2.",
};

const PORT = { bits: "bits", labels: "integer", complex: "complex" } as const;

export const differentialEncoder: BlockType<DifferentialEncoder> = {
  title: "Differential encoder",
  category: "bits and codes",
  summary: "Adds each item to the previous output, modulo M.",
  formula: "y[n] = (x[n] + y[n−1]) mod M, y[−1] = 0",
  help:
    "After it, the differences carry the data. So a receiver that locks with a wrong phase still finds the data: " +
    "use a differential decoder there.",
  keywords: ["digital_diff_encoder_bb", "DPSK"],
  fields: {
    type: {
      kind: "choice",
      change: "rebuild",
      label: "Type",
      choices: ["bits", "labels"] satisfies DifferentialEncoder["type"][],
      description: "Bits, or labels of symbols as integers from 0 to M − 1.",
    },
    modulus: MODULUS,
  },
  defaults: { type: "bits", modulus: 2 },
  ports: ({ type }) => ({
    inputs: [{ name: "in", type: PORT[type] }],
    outputs: [{ name: "out", type: PORT[type] }],
  }),
};

export const differentialDecoder: BlockType<DifferentialDecoder> = {
  title: "Differential decoder",
  category: "bits and codes",
  summary: "Gives the difference of each item from the previous one.",
  formula: "y[n] = (x[n] − x[n−1]) mod M; complex: y[n] = x[n]·x*[n−1]; x[−1] = 0",
  help:
    "It undoes the differential encoder. For complex symbols it multiplies by the conjugate of the previous symbol: " +
    "the phase of the result is the phase difference.",
  keywords: ["digital_diff_decoder_bb", "digital_diff_phasor_cc", "DPSK", "differential phasor"],
  fields: {
    type: {
      kind: "choice",
      change: "rebuild",
      label: "Type",
      choices: ["bits", "labels", "complex"] satisfies DifferentialDecoder["type"][],
      description: "Bits, labels of symbols as integers from 0 to M − 1, or complex symbols.",
    },
    modulus: MODULUS,
  },
  defaults: { type: "bits", modulus: 2 },
  ports: ({ type }) => ({
    inputs: [{ name: "in", type: PORT[type] }],
    outputs: [{ name: "out", type: PORT[type] }],
  }),
};
