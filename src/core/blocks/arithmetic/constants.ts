import type { Field } from "../../configuration/fields.ts";
import type { BlockType } from "../../flow/graph/block-type.ts";
import { AT_NUMBER_TYPE, AT_VECTOR, type AtNumberType, type AtVector, inAndOut } from "./item-type.ts";

/** Parameters of the blocks that add a constant or multiply by one. */
export interface Constant extends AtNumberType, AtVector {
  constant: number;
  /** Of complex items. */
  imaginary: number;
}

const number = { kind: "number", change: "set", unit: "", min: -1e30, max: 1e30, step: 0.1 } as const;

const fieldsOf = (constant: string): Readonly<Record<keyof Constant, Field>> => ({
  type: AT_NUMBER_TYPE,
  constant: {
    ...number,
    label: "Constant",
    description: `${constant}, or its real part. Integers use the nearest integer.`,
  },
  imaginary: { ...number, label: "Imaginary part", description: "For complex items only." },
  vector: AT_VECTOR,
});

export const addConstant: BlockType<Constant> = {
  title: "Add a constant",
  category: "arithmetic",
  summary: "Adds a constant to each item.",
  formula: "y[n] = x[n] + c",
  help: "It moves a signal up or down, for example to remove a known offset. The constant can change while the graph runs.",
  keywords: ["offset", "bias", "add const", "add_const_vxx", "add_const_xx"],
  fields: fieldsOf("The summand"),
  defaults: { type: "complex", constant: 0, imaginary: 0, vector: 1 },
  ports: ({ type, vector }) => inAndOut(type, vector),
};

export const multiplyConstant: BlockType<Constant> = {
  title: "Multiply by a constant",
  category: "arithmetic",
  summary: "Multiplies each item by a constant.",
  formula: "y[n] = c·x[n]",
  help: "A complex constant also turns the phase. The constant can change while the graph runs.",
  keywords: ["gain", "scale", "multiply const", "multiply_const_vxx", "multiply_const_xx"],
  fields: fieldsOf("The factor"),
  defaults: { type: "complex", constant: 1, imaginary: 0, vector: 1 },
  ports: ({ type, vector }) => inAndOut(type, vector),
};
