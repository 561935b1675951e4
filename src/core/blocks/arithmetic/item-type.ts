import { field } from "../../configuration/schema.ts";
import type { Ports } from "../../flow/graph/block-type.ts";
import type { PortType } from "../../flow/graph/port.ts";

/** Of blocks for samples of either type. */
export const AT_ITEM_TYPE = field.choice("Type", "The type of the samples.", ["complex", "real"], {
  default: "complex",
});

/** Of blocks for numbers of any type. */
export const AT_NUMBER_TYPE = field.choice(
  "Type",
  "The type of the items. Integers have 32 bits and wrap.",
  ["complex", "real", "integer"],
  { default: "complex" },
);

/** Of blocks for items of any type but frames. */
export const AT_ANY_TYPE = field.choice(
  "Type",
  "The type of the items.",
  ["complex", "real", "integer", "bits", "llrs"],
  { default: "complex" },
);

/** Of blocks that decide for 0 or 1. */
export const BITS_OR_REAL = field.choice(
  "Output",
  "Bits for a decoder, or real samples for arithmetic and figures.",
  ["bits", "real"],
  { default: "bits" },
);

/** Of blocks that treat the elements of a vector alike: elements of each item. */
export const AT_VECTOR = field.whole(
  "Vector length",
  "Elements of each item: 1 for a stream of samples. The block treats all elements alike.",
  { default: 1, min: 1, max: 2 ** 22 },
);

/** Returns the ports of a block with one input and one output. */
export const inAndOut = (type: PortType, vector?: number, output: PortType = type): Ports => ({
  inputs: [{ name: "in", type, vector }],
  outputs: [{ name: "out", type: output, vector }],
});
