import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts, typeField } from "../definition.ts";

const fields = {
  type: typeField(["complex", "real"], "complex"),
  samplesPerSymbol: field.whole("Samples per symbol", "The duration of a symbol.", {
    default: 8,
    min: 2,
    max: 256,
  }),
  symbols: field.whole("Symbols per trace", "The length of a trace.", { default: 2, min: 1, max: 8 }),
  traces: field.whole("Traces", "Number of traces.", { default: 64, min: 1, max: 256 }),
  offset: field.whole("Offset", "Delay of the traces in samples.", {
    default: 0,
    change: "set",
    min: 0,
    max: 255,
  }),
};

export type EyeSink = ValuesOf<typeof fields>;

export const eyeSink = defineBlock({
  title: "Eye diagram",
  category: "sinks",
  summary: "Shows pieces of the signal, a few symbols long, above each other.",
  help: "An open eye means that the symbols can be told apart at that moment. Of complex samples it shows the real and the imaginary part as separate traces.",
  keywords: ["eye sink", "qtgui eye sink", "jitter", "symbol timing"],
  fields,
  ports: ({ type }) => typedPorts({ in: type }, {}),
  plan: async () => (await import("./eye-sink.plan.ts")).createEyeSink,
});
