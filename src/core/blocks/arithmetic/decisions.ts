import type { BlockType } from "../../flow/block-type.ts";
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

export const integerToReal: BlockType<AtVector> = {
  title: "Integer to real",
  category: "arithmetic",
  summary: "Turns integers into real samples.",
  formula: "y[n] = x[n]",
  help: "Integers above 16,777,216 are rounded to float32.",
  keywords: ["int_to_float", "convert", "cast"],
  fields: { vector: AT_VECTOR },
  defaults: { vector: 1 },
  ports: ({ vector }) => inAndOut("integer", vector, "real"),
};

export const realToInteger: BlockType<AtVector> = {
  title: "Real to integer",
  category: "arithmetic",
  summary: "Rounds real samples to the nearest integer.",
  formula: "y[n] = round(x[n]), halves to the even integer",
  help: "Values outside the range of 32 bits become its nearest end. Multiply by a constant first, to keep fractions.",
  keywords: ["float_to_int", "round", "convert", "cast"],
  fields: { vector: AT_VECTOR },
  defaults: { vector: 1 },
  ports: ({ vector }) => inAndOut("real", vector, "integer"),
};
