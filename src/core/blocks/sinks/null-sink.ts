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
  plan: async () => (await import("./items.plan.ts")).createNullSink,
});
