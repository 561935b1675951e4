import type { Field } from "../../configuration/fields.ts";
import type { BlockType } from "../../flow/graph/block-type.ts";

export interface DifferentialEncoder {
  type: "bits" | "labels";
  /** Of labels; bits have 2. */
  modulus: number;
  coding: (typeof CODINGS)[number];
}

const CODINGS = ["differential", "NRZI"] as const;

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

export const CODING: Field = {
  kind: "choice",
  change: "rebuild",
  label: "Coding",
  choices: CODINGS,
  description: "Differential: a change of the coded items is a 1 (or another label). NRZI, for bits: a change is a 0.",
};

/** @throws RangeError for NRZI with other items than bits. */
export function isNrzi({ coding, type }: { coding: DifferentialEncoder["coding"]; type: string }): boolean {
  if (coding === "NRZI" && type !== "bits") {
    throw new RangeError(
      `NRZI codes bits, but the type is “${type}”. Choose the type “bits”, or the differential coding.`,
    );
  }
  return coding === "NRZI";
}

/** The type of the ports. */
export const ITEM_TYPES = { bits: "bits", labels: "integer", complex: "complex" } as const;

export const differentialEncoder: BlockType<DifferentialEncoder> = {
  title: "Differential encoder",
  category: "bits and codes",
  summary: "Adds each item to the previous output, modulo M.",
  formula: "y[n] = (x[n] + y[n−1]) mod M; NRZI: y[n] = (1 − x[n] + y[n−1]) mod 2; y[−1] = 0",
  help:
    "After it, the differences carry the data. So a receiver that locks with a wrong phase still finds the data: " +
    "use a differential decoder there. AX.25 and AIS code their bits with NRZI.",
  keywords: ["digital_diff_encoder_bb", "DPSK", "NRZ-I", "NRZ-S"],
  fields: {
    type: {
      kind: "choice",
      change: "rebuild",
      label: "Type",
      choices: ["bits", "labels"] satisfies DifferentialEncoder["type"][],
      description: "Bits, or labels of symbols as integers from 0 to M − 1.",
    },
    modulus: MODULUS,
    coding: CODING,
  },
  defaults: { type: "bits", modulus: 2, coding: "differential" },
  ports: ({ type }) => ({
    inputs: [{ name: "in", type: ITEM_TYPES[type] }],
    outputs: [{ name: "out", type: ITEM_TYPES[type] }],
  }),
  plan: async () => (await import("./differential-encoder.plan.ts")).createDifferentialEncoder,
};
