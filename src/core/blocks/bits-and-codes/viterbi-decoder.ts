import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { CONVOLUTIONAL_FIELDS } from "./convolutional-encoder.ts";
import { typedPorts } from "../definition.ts";

const FIELDS = {
  ...CONVOLUTIONAL_FIELDS,
  step: field.number(
    "Step",
    "0: LLRs are float32. Above 0: a stream is decoded faster, with LLRs that are rounded to 4-bit integers of −7 to 7 times this step.",
    { default: 0, min: 0, max: 1000, step: 0.1 },
  ),
};

export type ViterbiDecoding = ValuesOf<typeof FIELDS>;

export const viterbiDecoder = defineBlock({
  title: "Viterbi decoder",
  category: "bits and codes",
  summary: "Finds the most likely bits behind the LLRs of the convolutional code 133, 171.",
  formula: "bits = argmax Σ LLR·(coded bit − ½) over all paths of the trellis",
  help:
    "The first LLR must be the first of a frame, or of a stream. " +
    "Windows of a frame are decoded in parallel; they overlap enough that survivors merge. " +
    "The bits of a stream come late by the overlap: 144 bits at rate 1/2, 216 at 2/3, 280 at 3/4. " +
    "For LLRs ln p(1)/p(0), a step of 1 costs about 0.07 dB at rate 1/2.",
  keywords: ["FEC", "cc_decoder", "fec_extended_decoder", "maximum likelihood", "trellis"],
  fields: FIELDS,
  ports: () => typedPorts({ in: "llrs" }, { out: "bits" }),
  plan: async () => (await import("./viterbi-decoder.plan.ts")).createViterbiDecoderBlock,
});
