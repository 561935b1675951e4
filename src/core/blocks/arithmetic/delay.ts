import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { ANY_TYPE, inAndOut, VECTOR_LENGTH } from "../definition.ts";

const fields = {
  type: ANY_TYPE,
  items: field.whole("Delay", "The number of items D. On a cycle it must be at least 1.", {
    default: 1,
    unit: "items",
    min: 0,
    max: 2 ** 24,
  }),
  vector: VECTOR_LENGTH,
};

export type Delay = ValuesOf<typeof fields>;

export const delay = defineBlock({
  title: "Delay",
  category: "arithmetic",
  summary: "Delays a signal by a number of items; zeros come first.",
  formula: "y[n] = x[n − D], zeros before",
  help:
    "Use it to align two branches. It also makes feedback possible: a cycle of blocks needs a delay. On a cycle, the " +
    "pages of the graph have at most D items, so a short delay makes the graph slow.",
  keywords: ["lag", "feedback", "cycle", "z^-1"],
  fields,
  ports: ({ type, vector }) => inAndOut(type, vector),
  plan: async () => (await import("./delay.plan.ts")).createDelay,
});
