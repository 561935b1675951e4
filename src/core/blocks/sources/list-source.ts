import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { listField } from "../list-field.ts";
import { typedPorts, SOURCE_RATE, typeField, VECTOR_LENGTH } from "../definition.ts";

const fields = {
  type: typeField(["complex", "real", "integer", "bits"], "complex"),
  items: listField("Items", "The list, as JSON: numbers, and pairs [re, im] for complex items.", [
    1,
    [0, 1],
    -1,
    [0, -1],
  ]),
  repeats: field.choice("Repeat", "Whether the list begins again after its end.", ["yes", "no"], { default: "yes" }),
  vector: VECTOR_LENGTH,
  rate: SOURCE_RATE,
};

export type ListSource = ValuesOf<typeof fields>;

export const listSource = defineBlock({
  title: "List source",
  category: "sources",
  summary: "Gives the items of a list, once or again and again.",
  formula: "y[n] = list[n mod L]",
  help: "Use it for a known pattern, for example a preamble, or for a test. Without repetition, the signals that are connected with it end with the list.",
  keywords: ["vector_source_x", "blocks_vector_source_x", "pattern", "table"],
  fields,
  ports: ({ type, vector }) => typedPorts({}, { out: type }, vector),
  plan: async () => (await import("./list-source.plan.ts")).createListSource,
});
