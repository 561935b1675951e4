import { WIMAX_RATES, type WimaxRate } from "../../codes/ldpc/code.ts";
import { CODES } from "../../codes/registry.ts";
import type { Field } from "../../configuration/fields.ts";
import type { BlockType } from "../../flow/graph/block-type.ts";
import { iterationsField, llrsToBits } from "./iterations.ts";

export interface LdpcEncoder {
  /** Code rate, with a letter where the standard has two codes. */
  rate: WimaxRate;
  /** Coded bits n per frame, in decimal. */
  length: string;
}

export interface LdpcDecoder extends LdpcEncoder {
  algorithm: "min-sum" | "sum-product";
  /** Factor on the messages of min-sum. */
  factor: number;
  iterations: number;
  stop: "none" | "checks";
}

/** The code's name in the registry of codes. */
export const ldpcName = ({ length, rate }: LdpcEncoder) => `wimax-${length}-${rate}`;

const { codes, mostIterations } = CODES.ldpc;

const RATE: Field = {
  kind: "choice",
  change: "rebuild",
  label: "Rate",
  choices: WIMAX_RATES,
  description:
    "Information bits per coded bit. The standard has two codes of rate 2/3, and two of rate 3/4. Programs disagree on one shift of rate 5/6: " +
    "5/6 has 68 in the last row, 5/6-50 has 50.",
};

const LENGTH: Field = {
  kind: "choice",
  change: "rebuild",
  label: "Coded bits",
  choices: [...new Set(codes.map(({ length }) => String(length)))],
  description: "Bits n per codeword.",
};

export const ldpcEncoder: BlockType<LdpcEncoder> = {
  title: "LDPC encoder",
  category: "bits and codes",
  summary: "Encodes frames by an LDPC code of IEEE 802.16e.",
  formula: "k bits → n bits",
  help: "A codeword is the information bits, then the parity bits. Source: IEEE 802.16e-2005, 8.4.9.2.5.",
  keywords: ["FEC", "WiMAX", "low-density parity check"],
  fields: { rate: RATE, length: LENGTH },
  defaults: { rate: "1/2", length: "2304" },
  ports: () => ({ inputs: [{ name: "in", type: "bits" }], outputs: [{ name: "out", type: "bits" }] }),
  plan: async () => (await import("./ldpc.plan.ts")).createLdpcEncoder,
};

export const ldpcDecoder: BlockType<LdpcDecoder> = {
  title: "LDPC decoder",
  category: "bits and codes",
  summary: "Decodes frames of an LDPC code of IEEE 802.16e from LLRs.",
  formula: "n LLRs → k bits",
  help:
    "The first LLR must be the first of a frame. Bits and checks exchange messages layer by layer. " +
    "A stop by checks ends a frame once all checks hold.",
  keywords: ["FEC", "WiMAX", "belief propagation", "min-sum"],
  fields: {
    rate: RATE,
    length: LENGTH,
    algorithm: {
      kind: "choice",
      change: "rebuild",
      label: "Algorithm",
      choices: CODES.ldpc.algorithms,
      description: "Sum-product is exact at each check; min-sum takes the smallest magnitude.",
    },
    factor: {
      kind: "number",
      change: "rebuild",
      label: "Factor",
      unit: "",
      min: 0.05,
      max: 1,
      step: 0.05,
      description: "Factor on the messages of min-sum. Sum-product ignores it.",
    },
    iterations: iterationsField(mostIterations),
    stop: {
      kind: "choice",
      change: "rebuild",
      label: "Stop",
      choices: CODES.ldpc.stops,
      description: "Whether a frame ends early once all checks hold.",
    },
  },
  defaults: { rate: "1/2", length: "2304", algorithm: "sum-product", factor: 0.8, iterations: 15, stop: "checks" },
  ports: llrsToBits,
  plan: async () => (await import("./ldpc.plan.ts")).createLdpcDecoder,
};
