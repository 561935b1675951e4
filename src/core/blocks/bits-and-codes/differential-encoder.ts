import type { Field } from "../../configuration/fields.ts";
import type { BlockType } from "../../flow/block-type.ts";

export interface DifferentialEncoder {
  type: "bits" | "labels";
  /** Of labels; bits have 2. */
  modulus: number;
}

export const MODULUS: Field = {
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

/** The type of the ports. */
export const ITEM_TYPES = { bits: "bits", labels: "integer", complex: "complex" } as const;

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
    inputs: [{ name: "in", type: ITEM_TYPES[type] }],
    outputs: [{ name: "out", type: ITEM_TYPES[type] }],
  }),
};
