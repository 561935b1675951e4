import { defineBlock } from "../../flow/graph/block-type.ts";
import { typeField, VECTOR } from "./sink-item.ts";

const fields = { type: typeField(["complex", "real", "integer", "bits", "llrs", "frames"], "complex"), vector: VECTOR };

export const nullSink = defineBlock({
  title: "Nothing",
  category: "sinks",
  summary: "Takes items and does nothing with them.",
  help: "Blocks are computed only if their output reaches a sink. Use it to measure the speed of a graph.",
  keywords: ["null sink", "discard", "benchmark", "dev null"],
  fields,
  ports: ({ type, vector }) => ({ inputs: [{ name: "in", type, vector }], outputs: [] }),
  // Its input is computed and stays on the GPU.
  create: () => ({
    kind: "sink",
    consumes: { in: 1 },
    variableRates: ["in"],
    create: async () => ({ label: "null-sink", reads: [], take: () => undefined, reset() {}, destroy() {} }),
  }),
});
