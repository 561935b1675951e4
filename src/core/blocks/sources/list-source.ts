import type { BlockType } from "../../flow/graph/block-type.ts";
import type { PortType } from "../../flow/graph/port.ts";
import { AT_ITEM_TYPE, AT_VECTOR, type AtVector } from "../arithmetic/item-type.ts";
import { listField, type Listed } from "../list-field.ts";
import { AT_RATE, type AtRate } from "./rate.ts";

export interface ListSource extends AtVector, AtRate {
  type: Extract<PortType, "complex" | "real" | "integer" | "bits">;
  items: readonly Listed[];
  repeats: "yes" | "no";
}

export const listSource: BlockType<ListSource> = {
  title: "List source",
  category: "sources",
  summary: "Gives the items of a list, once or again and again.",
  formula: "y[n] = list[n mod L]",
  help: "Use it for a known pattern, for example a preamble, or for a test. Without repetition, the signals that are connected with it end with the list.",
  keywords: ["vector_source_x", "blocks_vector_source_x", "pattern", "table"],
  fields: {
    type: {
      ...AT_ITEM_TYPE,
      kind: "choice",
      choices: ["complex", "real", "integer", "bits"] satisfies ListSource["type"][],
      description: "The type of the items.",
    },
    items: listField("Items", "The list, as JSON: numbers, and pairs [re, im] for complex items."),
    repeats: {
      kind: "choice",
      change: "rebuild",
      label: "Repeat",
      choices: ["yes", "no"] satisfies ListSource["repeats"][],
      description: "Whether the list begins again after its end.",
    },
    vector: AT_VECTOR,
    rate: AT_RATE,
  },
  defaults: { type: "complex", items: [1, [0, 1], -1, [0, -1]], repeats: "yes", vector: 1, rate: 0 },
  ports: ({ type, vector }) => ({ inputs: [], outputs: [{ name: "out", type, vector }] }),
  plan: async () => (await import("./list-source.plan.ts")).createListSource,
};
