import { constantOperation } from "../../arithmetic/constant.ts";
import { field, type ValuesOf } from "../../configuration/schema.ts";
import type { SampleBlock } from "../../flow/build/block-factory.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { nearestInteger } from "./integers.ts";
import { inAndOut, LEVEL, NUMBER_TYPE, VECTOR_LENGTH } from "../definition.ts";

const fieldsOf = (meaning: string, neutral: number) => ({
  type: NUMBER_TYPE,
  constant: field.number("Constant", `${meaning}, or its real part. Integers use the nearest integer.`, {
    default: neutral,
    ...LEVEL,
  }),
  imaginary: field.number("Imaginary part", "For complex items only.", { default: 0, ...LEVEL }),
  vector: VECTOR_LENGTH,
});

/** Parameters of the blocks that add a constant or multiply by one. */
export type ConstantParameters = ValuesOf<ReturnType<typeof fieldsOf>>;

const valueOf = ({ type, constant, imaginary }: ConstantParameters) =>
  ({ complex: [constant, imaginary] as const, real: constant, integer: nearestInteger(constant) })[type];

function withConstant(operation: "add" | "multiply", parameters: ConstantParameters): SampleBlock {
  const { setConstant, ...made } = constantOperation(operation, parameters.type, valueOf(parameters));
  return { ...made, set: (next: ConstantParameters) => setConstant(valueOf(next)) };
}

export const addConstant = defineBlock({
  title: "Add a constant",
  category: "arithmetic",
  summary: "Adds a constant to each item.",
  formula: "y[n] = x[n] + c",
  help: "It moves a signal up or down, for example to remove a known offset. The constant can change while the graph runs.",
  keywords: ["offset", "bias", "add const", "add_const_vxx", "add_const_xx"],
  fields: fieldsOf("The summand", 0),
  ports: ({ type, vector }) => inAndOut(type, vector),
  create: (parameters) => withConstant("add", parameters),
});

export const multiplyConstant = defineBlock({
  title: "Multiply by a constant",
  category: "arithmetic",
  summary: "Multiplies each item by a constant.",
  formula: "y[n] = c·x[n]",
  help: "A complex constant also turns the phase. The constant can change while the graph runs.",
  keywords: ["gain", "scale", "multiply const", "multiply_const_vxx", "multiply_const_xx"],
  fields: fieldsOf("The factor", 1),
  ports: ({ type, vector }) => inAndOut(type, vector),
  create: (parameters) => withConstant("multiply", parameters),
});
