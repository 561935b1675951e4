import type { Field } from "../../configuration/fields.ts";
import type { PortType } from "../../flow/graph/port.ts";

/** Returns the field of a sink that takes items of several types. */
export function typeField(choices: readonly PortType[]): Field {
  return { kind: "choice", change: "rebuild", label: "Type", choices, description: "The type of the items." };
}

/** Elements of a vector; 1 for items that are no vectors. */
export const VECTOR: Field = {
  kind: "number",
  change: "rebuild",
  label: "Vector length",
  unit: "",
  min: 1,
  max: 65536,
  step: 1,
  integer: true,
  description: "Elements of each item. 1: items are not vectors.",
};
