import { WIMAX_RATES } from "../../codes/ldpc/code.ts";
import { CODES } from "../../codes/registry.ts";
import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts } from "../definition.ts";

/** The code's name in the registry of codes. */
export const ldpcName = ({ length, rate }: LdpcEncoder) => `wimax-${length}-${rate}`;

const { codes, mostIterations } = CODES.ldpc;

const ldpcEncoderFields = {
  rate: field.choice(
    "Rate",
    "Information bits per coded bit. The standard has two codes of rate 2/3, and two of rate 3/4. Programs disagree on one shift of rate 5/6: " +
      "5/6 has 68 in the last row, 5/6-50 has 50.",
    WIMAX_RATES,
    { default: "1/2" },
  ),
  length: field.choice("Coded bits", "Bits n per codeword.", [...new Set(codes.map(({ length }) => String(length)))], {
    default: "2304",
  }),
};

export type LdpcEncoder = ValuesOf<typeof ldpcEncoderFields>;

export const ldpcEncoder = defineBlock({
  title: "LDPC encoder",
  category: "bits and codes",
  summary: "Encodes frames by an LDPC code of IEEE 802.16e.",
  formula: "k bits → n bits",
  help: "A codeword is the information bits, then the parity bits. Source: IEEE 802.16e-2005, 8.4.9.2.5.",
  keywords: ["FEC", "WiMAX", "low-density parity check"],
  fields: ldpcEncoderFields,
  ports: () => typedPorts({ in: "bits" }, { out: "bits" }),
  plan: async () => (await import("./ldpc.plan.ts")).createLdpcEncoderBlock,
});

const ldpcDecoderFields = {
  ...ldpcEncoderFields,
  algorithm: field.choice(
    "Algorithm",
    "Sum-product is exact at each check; min-sum takes the smallest magnitude.",
    ["min-sum", "sum-product"],
    { default: "sum-product" },
  ),
  factor: field.number("Factor", "Factor on the messages of min-sum. Sum-product ignores it.", {
    default: 0.8,
    min: 0.05,
    max: 1,
    step: 0.05,
  }),
  iterations: field.whole("Iterations", "Most iterations per frame.", { default: 15, min: 1, max: mostIterations }),
  stop: field.choice("Stop", "Whether a frame ends early once all checks hold.", ["none", "checks"], {
    default: "checks",
  }),
};

export type LdpcDecoder = ValuesOf<typeof ldpcDecoderFields>;

export const ldpcDecoder = defineBlock({
  title: "LDPC decoder",
  category: "bits and codes",
  summary: "Decodes frames of an LDPC code of IEEE 802.16e from LLRs.",
  formula: "n LLRs → k bits",
  help:
    "The first LLR must be the first of a frame. Bits and checks exchange messages layer by layer. " +
    "A stop by checks ends a frame once all checks hold.",
  keywords: ["FEC", "WiMAX", "belief propagation", "min-sum"],
  fields: ldpcDecoderFields,
  ports: () => typedPorts({ in: "llrs" }, { out: "bits" }),
  plan: async () => (await import("./ldpc.plan.ts")).createLdpcDecoderBlock,
});
