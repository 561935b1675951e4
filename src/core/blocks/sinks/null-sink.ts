import { defineBlock } from "../../flow/graph/block-type.ts";
import { typedPorts, SINK_VECTOR, typeField } from "../definition.ts";

const fields = {
  type: typeField(["complex", "real", "integer", "bits", "llrs", "frames"], "complex"),
  vector: SINK_VECTOR,
};

export const nullSink = defineBlock({
  title: "Nothing",
  category: "sinks",
  summary: "Takes items and does nothing with them.",
  help: "Blocks are computed only if their output reaches a sink. Use it to measure the speed of a graph.",
  keywords: ["null sink", "discard", "benchmark", "dev null"],
  fields,
  ports: ({ type, vector }) => typedPorts({ in: type }, {}, vector),
  // Its input is computed and stays on the GPU.
  create: () => ({
    kind: "sink",
    consumes: { in: 1 },
    variableRates: ["in"],
    create: async () => ({ label: "null-sink", reads: [], take: () => undefined, reset() {}, destroy() {} }),
  }),
});
