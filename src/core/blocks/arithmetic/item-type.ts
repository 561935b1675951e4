import type { Field } from "../../configuration/fields.ts";

/** Parameters of blocks for samples of either type. */
export interface AtItemType {
  type: "real" | "complex";
}

export const AT_ITEM_TYPE: Field = {
  kind: "choice",
  change: "rebuild",
  label: "Type",
  choices: ["complex", "real"] satisfies AtItemType["type"][],
  description: "The type of the samples.",
};
