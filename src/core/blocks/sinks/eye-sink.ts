import type { BlockType } from "../../flow/graph/block-type.ts";
import { typeField } from "./sink-item.ts";

export interface EyeSink {
  type: "complex" | "real";
  samplesPerSymbol: number;
  symbols: number;
  traces: number;
  offset: number;
}

const integer = { kind: "number", change: "rebuild", unit: "", step: 1, integer: true } as const;

export const eyeSink: BlockType<EyeSink> = {
  title: "Eye diagram",
  category: "sinks",
  summary: "Shows pieces of the signal, a few symbols long, above each other.",
  help: "An open eye means that the symbols can be told apart at that moment. Of complex samples it shows the real and the imaginary part as separate traces.",
  keywords: ["eye sink", "qtgui eye sink", "jitter", "symbol timing"],
  fields: {
    type: typeField(["complex", "real"]),
    samplesPerSymbol: {
      ...integer,
      label: "Samples per symbol",
      min: 2,
      max: 256,
      description: "The duration of a symbol.",
    },
    symbols: { ...integer, label: "Symbols per trace", min: 1, max: 8, description: "The length of a trace." },
    traces: { ...integer, label: "Traces", min: 1, max: 256, description: "Number of traces." },
    offset: {
      ...integer,
      change: "set",
      label: "Offset",
      min: 0,
      max: 255,
      description: "Delay of the traces in samples.",
    },
  },
  defaults: { type: "complex", samplesPerSymbol: 8, symbols: 2, traces: 64, offset: 0 },
  ports: ({ type }) => ({ inputs: [{ name: "in", type }], outputs: [] }),
  plan: async () => (await import("./eye-sink.plan.ts")).createEyeSink,
};
