import type { Field } from "../../configuration/fields.ts";
import type { Ports } from "../../flow/graph/block-type.ts";
import type { PortType } from "../../flow/graph/port.ts";

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

/** Parameters of blocks for numbers of any type. */
export interface AtNumberType {
  type: "real" | "complex" | "integer";
}

export const AT_NUMBER_TYPE: Field = {
  ...AT_ITEM_TYPE,
  choices: ["complex", "real", "integer"] satisfies AtNumberType["type"][],
  description: "The type of the items. Integers have 32 bits and wrap.",
};

/** Parameters of blocks that treat the elements of a vector alike. */
export interface AtVector {
  /** Elements of each item. */
  vector: number;
}

export const AT_VECTOR: Field = {
  kind: "number",
  change: "rebuild",
  label: "Vector length",
  unit: "",
  min: 1,
  max: 2 ** 22,
  step: 1,
  integer: true,
  description: "Elements of each item: 1 for a stream of samples. The block treats all elements alike.",
};

/** Returns the ports of a block with one input and one output. */
export const inAndOut = (type: PortType, vector?: number, output: PortType = type): Ports => ({
  inputs: [{ name: "in", type, vector }],
  outputs: [{ name: "out", type: output, vector }],
});
