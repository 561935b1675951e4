import { field, type ValuesOf, variantOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import type { DecoderEntry } from "../../signals/decoders/decoder.ts";
import { DECODER_NAMES, signalDecoders } from "../../signals/decoders/registry.ts";
import { SAMPLE_TYPE, STATED_RATE, typedPorts } from "../definition.ts";

/** The decoders that take all samples. Others take bursts, which a graph does not find. */
const NAMES = DECODER_NAMES.filter((name) => {
  const { stream, fm }: DecoderEntry = signalDecoders[name];
  return stream !== undefined || fm !== undefined;
});

const TITLES = NAMES.map((name) => `${name}: ${signalDecoders[name].title}`).join("; ");

const fields = {
  decoder: field.choice("Decoder", `The signal that it decodes. ${TITLES}.`, NAMES, { default: "modes" }),
  type: variantOf(SAMPLE_TYPE, {
    description: "Complex samples, or real samples that are FM audio for the decoders of FM signals.",
  }),
  rate: STATED_RATE,
  frequency: field.number(
    "Centre frequency",
    "Radio frequency of the samples' centre. A decoder of signals at one frequency tunes to it. 0: unknown; it searches at the centre.",
    { default: 0, unit: "Hz", min: 0, max: 1e12, step: 1e6 },
  ),
};

export type SignalDecoderBlock = ValuesOf<typeof fields>;

export const signalDecoder = defineBlock({
  title: "Signal decoder",
  category: "receivers",
  summary: "Lists the frames of a known signal, as the command “decode-signals” does.",
  help:
    "It decodes in float64 on the processor, and gives the same frames as the command. A frame appears when it is certain, which may be after later ones. " +
    "Samples that are no finite numbers count as zero.",
  keywords: ["ADS-B", "Mode S", "gr-air-modes", "gr-adsb", "AX.25", "packet radio", "pager", "decode"],
  fields,
  ports: ({ type }) => typedPorts({ in: type }, {}),
  plan: async () => (await import("./signal-decoder.plan.ts")).createSignalDecoderSink,
});
