import type { Field } from "../../configuration/fields.ts";
import type { BlockType } from "../../flow/graph/block-type.ts";
import { AT_VECTOR, type AtVector, inAndOut } from "./item-type.ts";

export interface Threshold extends AtVector {
  level: number;
  output: "bits" | "real";
}

export const threshold: BlockType<Threshold> = {
  title: "Threshold",
  category: "arithmetic",
  summary: "Gives 1 where the input is above a level, else 0.",
  formula: "y[n] = 1 if x[n] > level, else 0",
  help: "It makes bits or pulses from an envelope. It has no hysteresis: smooth a noisy input first, or take a Schmitt trigger.",
  keywords: ["compare", "squelch", "comparator"],
  fields: {
    level: {
      kind: "number",
      change: "set",
      label: "Level",
      unit: "",
      min: -1e30,
      max: 1e30,
      step: 0.1,
      description: "The largest input that gives 0.",
    },
    output: {
      kind: "choice",
      change: "rebuild",
      label: "Output",
      choices: ["bits", "real"] satisfies Threshold["output"][],
      description: "Bits for a decoder, or real samples for arithmetic and figures.",
    },
    vector: AT_VECTOR,
  },
  defaults: { level: 0, output: "bits", vector: 1 },
  ports: ({ output, vector }) => inAndOut("real", vector, output),
};

/** Ranges of integers by their names. */
export const INTEGERS = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int16: [-(2 ** 15), 2 ** 15 - 1],
  int8: [-128, 127],
  uint8: [0, 255],
} as const;

export interface RealToInteger extends AtVector {
  range: keyof typeof INTEGERS;
  scale: number;
}

export interface IntegerToReal extends RealToInteger {
  type: "integer" | "bits";
}

const range = (description: string): Field => ({
  kind: "choice",
  change: "rebuild",
  label: "Range",
  choices: Object.keys(INTEGERS),
  description,
});

const scale = (description: string): Field => ({
  kind: "number",
  change: "set",
  label: "Scale",
  unit: "",
  min: -1e30,
  max: 1e30,
  step: 1,
  description,
});

export const integerToReal: BlockType<IntegerToReal> = {
  title: "Integer to real",
  category: "arithmetic",
  summary: "Turns integers into real samples.",
  formula: "y[n] = x[n]/scale, of x its lowest bits as an integer of the range",
  help:
    "Integers above 16,777,216 are rounded to float32. With the range int8, the byte 255 is −1; with uint8 it is 255. " +
    "For samples of ±1 take the scale 128 for int8, and 32768 for int16.",
  keywords: ["int_to_float", "short_to_float", "char_to_float", "uchar_to_float", "convert", "cast"],
  fields: {
    type: {
      kind: "choice",
      change: "rebuild",
      label: "Type",
      choices: ["integer", "bits"] satisfies IntegerToReal["type"][],
      description: "The type of the input.",
    },
    range: range("How the lowest bits of each integer are read."),
    scale: scale("The divisor, which is not 0."),
    vector: AT_VECTOR,
  },
  defaults: { type: "integer", range: "int32", scale: 1, vector: 1 },
  ports: ({ type, vector }) => inAndOut(type, vector, "real"),
};

export const realToInteger: BlockType<RealToInteger> = {
  title: "Real to integer",
  category: "arithmetic",
  summary: "Rounds real samples to the nearest integer.",
  formula: "y[n] = round(scale·x[n]), halves to the even integer",
  help: "Values outside the range become its nearest end. A scale keeps fractions: 32767 makes samples of ±1 integers of 16 bits.",
  keywords: ["float_to_int", "float_to_short", "float_to_char", "float_to_uchar", "round", "convert", "cast"],
  fields: { range: range("The integers of the output."), scale: scale("The factor."), vector: AT_VECTOR },
  defaults: { range: "int32", scale: 1, vector: 1 },
  ports: ({ vector }) => inAndOut("real", vector, "integer"),
};
