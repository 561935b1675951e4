import complex from "#shaders/lib/complex.wgsl?raw";
import type { ValuesOf } from "../../configuration/schema.ts";
import { type BlockTexts, defineBlock } from "../../flow/graph/block-type.ts";
import { sampleFormula } from "../sample-formula.ts";
import { NUMBER_TYPE, typedPorts, VECTOR_LENGTH } from "../definition.ts";

const fields = { type: NUMBER_TYPE, vector: VECTOR_LENGTH };

/** Parameters of the blocks that join two signals item by item. */
export type Pairwise = ValuesOf<typeof fields>;

interface Definition extends Omit<BlockTexts, "category"> {
  /** The output for expressions of both inputs. */
  out(a: string, b: string, type: Pairwise["type"]): string;
}

const pairwise = ({ out, ...texts }: Definition) =>
  defineBlock({
    ...texts,
    category: "arithmetic",
    fields,
    ports: ({ type, vector }) => typedPorts({ a: type, b: type }, { out: type }, vector),
    create: ({ type }) => sampleFormula(type === "complex" ? [complex] : [], ({ a, b }) => out(a, b, type)),
  });

export const add = pairwise({
  title: "Add",
  summary: "Adds two signals item by item.",
  formula: "y[n] = a[n] + b[n]",
  help: "Use it to mix signals, or to add noise. Both signals must have the same rate.",
  keywords: ["sum", "plus", "add_vxx", "add_xx"],
  out: (a, b) => `${a} + ${b}`,
});

export const subtract = pairwise({
  title: "Subtract",
  summary: "Subtracts the second signal from the first, item by item.",
  formula: "y[n] = a[n] − b[n]",
  help: "Use it to see an error: the difference between a signal and a reference. Both signals must have the same rate.",
  keywords: ["difference", "minus", "sub_xx"],
  out: (a, b) => `${a} - ${b}`,
});

export const multiply = pairwise({
  title: "Multiply",
  summary: "Multiplies two signals item by item.",
  formula: "y[n] = a[n]·b[n]",
  help: "With a sinusoid it moves a signal in frequency. For one fixed frequency, use the mixer.",
  keywords: ["product", "times", "multiply_vxx", "multiply_xx"],
  out: (a, b, type) => (type === "complex" ? `mul(${a}, ${b})` : `${a} * ${b}`),
});

export const divide = pairwise({
  title: "Divide",
  summary: "Divides the first signal by the second, item by item.",
  formula: "y[n] = a[n]/b[n]",
  help:
    "A real or complex division by 0 gives infinity or no number. Integers round towards 0, and their division by 0 " +
    "gives the dividend.",
  keywords: ["quotient", "ratio", "divide_xx"],
  out: (a, b, type) => (type === "complex" ? `quotient(${a}, ${b})` : `${a} / ${b}`),
});
