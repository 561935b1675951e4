import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts } from "../definition.ts";

const fields = {
  type: field.choice("Type", "Real: one channel. Complex: left and right.", ["real", "complex"], { default: "real" }),
  rate: field.whole("Sample rate", "The browser converts the input to this rate.", {
    default: 48_000,
    unit: "Hz",
    min: 8000,
    max: 192_000,
    step: 1000,
  }),
};

/** What the opener of a microphone is asked for, too. */
export type MicrophoneSource = ValuesOf<typeof fields>;

export const microphoneSource = defineBlock({
  title: "Microphone or line in",
  category: "sources",
  summary: "Records sound from the computer's audio input.",
  help: "The input is opened only after a click. Complex samples take the left channel as real part and the right one as imaginary part, as receivers with a sound card need it.",
  keywords: ["audio source", "sound card", "line in"],
  fields,
  ports: ({ type }) => typedPorts({}, { out: type }),
  create: (request) => ({ kind: "source", type: request.type, hz: request.rate, needs: "microphone", request }),
});
