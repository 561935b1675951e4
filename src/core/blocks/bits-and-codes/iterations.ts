import type { Field } from "../../configuration/fields.ts";
import type { Ports } from "../../flow/graph/block-type.ts";

/** The field of a decoder that repeats its work on each frame. */
export const iterationsField = (most: number): Field => ({
  kind: "number",
  change: "rebuild",
  label: "Iterations",
  unit: "",
  min: 1,
  max: most,
  step: 1,
  integer: true,
  description: "Most iterations per frame.",
});

/** The ports of such a decoder. */
export const llrsToBits = (): Ports => ({
  inputs: [{ name: "in", type: "llrs" }],
  outputs: [{ name: "out", type: "bits" }],
});
