import type { BlockType } from "../../flow/graph/block-type.ts";
import { AT_NUMBER_TYPE, AT_VECTOR, type AtNumberType, type AtVector } from "./item-type.ts";

/** Parameters of the blocks that join two signals item by item. */
export interface Pairwise extends AtNumberType, AtVector {}

type Texts = Pick<BlockType<Pairwise>, "title" | "summary" | "formula" | "help" | "keywords">;

const pairwise = (texts: Texts): BlockType<Pairwise> => ({
  ...texts,
  category: "arithmetic",
  fields: { type: AT_NUMBER_TYPE, vector: AT_VECTOR },
  defaults: { type: "complex", vector: 1 },
  ports: ({ type, vector }) => ({
    inputs: [
      { name: "a", type, vector },
      { name: "b", type, vector },
    ],
    outputs: [{ name: "out", type, vector }],
  }),
});

export const add = pairwise({
  title: "Add",
  summary: "Adds two signals item by item.",
  formula: "y[n] = a[n] + b[n]",
  help: "Use it to mix signals, or to add noise. Both signals must have the same rate.",
  keywords: ["sum", "plus", "add_vxx", "add_xx"],
});

export const subtract = pairwise({
  title: "Subtract",
  summary: "Subtracts the second signal from the first, item by item.",
  formula: "y[n] = a[n] − b[n]",
  help: "Use it to see an error: the difference between a signal and a reference. Both signals must have the same rate.",
  keywords: ["difference", "minus", "sub_xx"],
});

export const multiply = pairwise({
  title: "Multiply",
  summary: "Multiplies two signals item by item.",
  formula: "y[n] = a[n]·b[n]",
  help: "With a sinusoid it moves a signal in frequency. For one fixed frequency, use the mixer.",
  keywords: ["product", "times", "multiply_vxx", "multiply_xx"],
});

export const divide = pairwise({
  title: "Divide",
  summary: "Divides the first signal by the second, item by item.",
  formula: "y[n] = a[n]/b[n]",
  help:
    "A real or complex division by 0 gives infinity or no number. Integers round towards 0, and their division by 0 " +
    "gives the dividend.",
  keywords: ["quotient", "ratio", "divide_xx"],
});
