import { field } from "../../configuration/schema.ts";
import type { Ports } from "../../flow/graph/block-type.ts";

/** The field of a decoder that repeats its work on each frame. */
export const iterationsField = (most: number, usual: number) =>
  field.whole("Iterations", "Most iterations per frame.", { default: usual, min: 1, max: most });

/** The ports of such a decoder. */
export const llrsToBits = (): Ports => ({
  inputs: [{ name: "in", type: "llrs" }],
  outputs: [{ name: "out", type: "bits" }],
});
