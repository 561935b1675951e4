import type { BlockType } from "../../flow/graph/block-type.ts";
import type { PortType } from "../../flow/graph/port.ts";
import { AT_ITEM_TYPE, AT_VECTOR, type AtVector, inAndOut } from "./item-type.ts";

export interface Delay extends AtVector {
  type: Exclude<PortType, "frames">;
  items: number;
}

export const delay: BlockType<Delay> = {
  title: "Delay",
  category: "arithmetic",
  summary: "Delays a signal by a number of items; zeros come first.",
  formula: "y[n] = x[n − D], zeros before",
  help:
    "Use it to align two branches. It also makes feedback possible: a cycle of blocks needs a delay. On a cycle, the " +
    "pages of the graph have at most D items, so a short delay makes the graph slow.",
  keywords: ["lag", "feedback", "cycle", "z^-1"],
  fields: {
    type: {
      ...AT_ITEM_TYPE,
      kind: "choice",
      choices: ["complex", "real", "integer", "bits", "llrs"] satisfies Delay["type"][],
      description: "The type of the items.",
    },
    items: {
      kind: "number",
      change: "rebuild",
      label: "Delay",
      unit: "items",
      min: 0,
      max: 2 ** 24,
      step: 1,
      integer: true,
      description: "The number of items D. On a cycle it must be at least 1.",
    },
    vector: AT_VECTOR,
  },
  defaults: { type: "complex", items: 1, vector: 1 },
  ports: ({ type, vector }) => inAndOut(type, vector),
};
