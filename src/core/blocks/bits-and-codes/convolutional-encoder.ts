import { PUNCTURING, type PuncturedRate } from "../../codes/convolutional/puncturing.ts";
import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts } from "../definition.ts";

export const CONVOLUTIONAL_FIELDS = {
  frame: field.whole("Frame", "Information bits per frame, which six zero bits end. 0: one stream without an end.", {
    default: 1024,
    unit: "bits",
    min: 0,
    max: 65536,
    step: 8,
  }),
  rate: field.choice(
    "Code rate",
    "Information bits per transmitted bit. The rates above 1/2 leave out coded bits, as in IEEE 802.11.",
    Object.keys(PUNCTURING) as PuncturedRate[],
    { default: "1/2" },
  ),
};

export type Convolutional = ValuesOf<typeof CONVOLUTIONAL_FIELDS>;

export const convolutionalEncoder = defineBlock({
  title: "Convolutional encoder",
  category: "bits and codes",
  summary: "Encodes bits by the convolutional code 133, 171 (octal) of constraint length 7.",
  formula: "A[n], B[n] = parity of the bits x[n] … x[n−6] under 133 and 171; rate 1/2 sends A[0] B[0] A[1] B[1] …",
  help:
    "Each frame begins in state 0 and ends with six zero bits, so K bits give 2K + 12 coded bits at rate 1/2. " +
    "A stream has no beginning and no end. Source: IEEE Std 802.11-2012, 18.3.5.6.",
  keywords: ["FEC", "cc_encoder", "fec_extended_encoder", "802.11", "BCC", "puncturing"],
  fields: CONVOLUTIONAL_FIELDS,
  ports: () => typedPorts({ in: "bits" }, { out: "bits" }),
  plan: async () => (await import("./convolutional-encoder.plan.ts")).createConvolutionalEncoderBlock,
});
