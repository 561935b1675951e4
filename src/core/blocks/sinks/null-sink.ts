import type { BlockType } from "../../flow/graph/block-type.ts";
import type { PortType } from "../../flow/graph/port.ts";
import { typeField, VECTOR } from "./sink-item.ts";

export interface NullSink {
  type: PortType;
  vector: number;
}

export const nullSink: BlockType<NullSink> = {
  title: "Nothing",
  category: "sinks",
  summary: "Takes items and does nothing with them.",
  help: "Blocks are computed only if their output reaches a sink. Use it to measure the speed of a graph.",
  keywords: ["null sink", "discard", "benchmark", "dev null"],
  fields: { type: typeField(["complex", "real", "integer", "bits", "llrs", "frames"]), vector: VECTOR },
  defaults: { type: "complex", vector: 1 },
  ports: ({ type, vector }) => ({ inputs: [{ name: "in", type, vector }], outputs: [] }),
  plan: async () => (await import("./items.plan.ts")).createNullSink,
};
