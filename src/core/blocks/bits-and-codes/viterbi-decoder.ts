import { defineBlock } from "../../flow/graph/block-type.ts";
import { CONVOLUTIONAL_FIELDS } from "./convolutional-encoder.ts";
import { typedPorts } from "../definition.ts";

export const viterbiDecoder = defineBlock({
  title: "Viterbi decoder",
  category: "bits and codes",
  summary: "Finds the most likely bits behind the LLRs of the convolutional code 133, 171.",
  formula: "bits = argmax Σ LLR·(coded bit − ½) over all paths of the trellis",
  help:
    "The first LLR must be the first of a frame, or of a stream. " +
    "Windows of a frame are decoded in parallel; they overlap enough that survivors merge. " +
    "The bits of a stream come late by the overlap: 144 bits at rate 1/2, 216 at 2/3, 280 at 3/4.",
  keywords: ["FEC", "cc_decoder", "fec_extended_decoder", "maximum likelihood", "trellis"],
  fields: CONVOLUTIONAL_FIELDS,
  ports: () => typedPorts({ in: "llrs" }, { out: "bits" }),
  plan: async () => (await import("./viterbi-decoder.plan.ts")).createViterbiDecoderBlock,
});
