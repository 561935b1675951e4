import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { inAndOut } from "../definition.ts";

export const MODULUS = field.whole("Modulus", "The number M of different labels. Bits always have 2.", {
  default: 2,
  min: 2,
  max: 65536,
});

export const CODING = field.choice(
  "Coding",
  "Differential: a change of the coded items is a 1 (or another label). NRZI, for bits: a change is a 0.",
  ["differential", "NRZI"],
  { default: "differential" },
);

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

const fields = {
  type: field.choice("Type", "Bits, or labels of symbols as integers from 0 to M − 1.", ["bits", "labels"], {
    default: "bits",
  }),
  modulus: MODULUS,
  coding: CODING,
};

export type DifferentialEncoder = ValuesOf<typeof fields>;

export const differentialEncoder = defineBlock({
  title: "Differential encoder",
  category: "bits and codes",
  summary: "Adds each item to the previous output, modulo M.",
  formula: "y[n] = (x[n] + y[n−1]) mod M; NRZI: y[n] = (1 − x[n] + y[n−1]) mod 2; y[−1] = 0",
  help:
    "After it, the differences carry the data. So a receiver that locks with a wrong phase still finds the data: " +
    "use a differential decoder there. AX.25 and AIS code their bits with NRZI.",
  keywords: ["digital_diff_encoder_bb", "DPSK", "NRZ-I", "NRZ-S"],
  fields,
  ports: ({ type }) => inAndOut(ITEM_TYPES[type]),
  plan: async () => (await import("./differential-encoder.plan.ts")).createDifferentialEncoder,
});
