import { field } from "../../configuration/schema.ts";
import type { PortType } from "../../flow/graph/port.ts";

/** Returns the field of a sink that takes items of several types. */
export const typeField = <const Type extends PortType>(choices: readonly Type[], usual: NoInfer<Type>) =>
  field.choice("Type", "The type of the items.", choices, { default: usual });

/** Elements of a vector; 1 for items that are no vectors. */
export const VECTOR = field.whole("Vector length", "Elements of each item. 1: items are not vectors.", {
  default: 1,
  min: 1,
  max: 65536,
});
