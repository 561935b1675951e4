import nearestInteger from "#shaders/blocks/lib/nearest-integer.wgsl?raw";
import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { settableFormula } from "../sample-formula.ts";
import { BITS_OR_REAL, inAndOut, LEVEL, VECTOR_LENGTH } from "../definition.ts";

const thresholdFields = {
  level: field.number("Level", "The largest input that gives 0.", { default: 0, ...LEVEL }),
  output: BITS_OR_REAL,
  vector: VECTOR_LENGTH,
};

export type Threshold = ValuesOf<typeof thresholdFields>;

export const threshold = defineBlock({
  title: "Threshold",
  category: "arithmetic",
  summary: "Gives 1 where the input is above a level, else 0.",
  formula: "y[n] = 1 if x[n] > level, else 0",
  help: "It makes bits or pulses from an envelope. It has no hysteresis: smooth a noisy input first, or take a Schmitt trigger.",
  keywords: ["compare", "squelch", "comparator"],
  fields: thresholdFields,
  ports: ({ output, vector }) => inAndOut("real", vector, output),
  create(parameters) {
    const [yes, no] = parameters.output === "bits" ? ["1u", "0u"] : ["1.0", "0.0"];
    return settableFormula(
      parameters,
      { uniforms: { level: "f32" }, values: ({ level }) => ({ level }) },
      ({ in: x }, { level }) => `select(${no}, ${yes}, ${x} > ${level})`,
    );
  },
});

/** Ranges of integers by their names. */
export const INTEGERS = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int16: [-(2 ** 15), 2 ** 15 - 1],
  int8: [-128, 127],
  uint8: [0, 255],
} as const;

const RANGES = ["int32", "int16", "int8", "uint8"] as const;

const rangeField = (description: string) => field.choice("Range", description, RANGES, { default: "int32" });

const scaleField = (description: string) => field.number("Scale", description, { default: 1, ...LEVEL, step: 1 });

const integerToRealFields = {
  type: field.choice("Type", "The type of the input.", ["integer", "bits"], { default: "integer" }),
  range: rangeField("How the lowest bits of each integer are read."),
  scale: scaleField("The divisor, which is not 0."),
  vector: VECTOR_LENGTH,
};

export type IntegerToReal = ValuesOf<typeof integerToRealFields>;

/** Returns WGSL of the lowest bits of an integer, as an integer of a range. */
const LOWEST = {
  int32: (x: string) => x,
  int16: (x: string) => `(((${x}) << 16u) >> 16u)`,
  int8: (x: string) => `(((${x}) << 24u) >> 24u)`,
  uint8: (x: string) => `((${x}) & 255)`,
} as const;

export const integerToReal = defineBlock({
  title: "Integer to real",
  category: "arithmetic",
  summary: "Turns integers into real samples.",
  formula: "y[n] = x[n]/scale, of x its lowest bits as an integer of the range",
  help:
    "Integers above 16,777,216 are rounded to float32. With the range int8, the byte 255 is −1; with uint8 it is 255. " +
    "For samples of ±1 take the scale 128 for int8, and 32768 for int16.",
  keywords: ["int_to_float", "short_to_float", "char_to_float", "uchar_to_float", "convert", "cast"],
  fields: integerToRealFields,
  ports: ({ type, vector }) => inAndOut(type, vector, "real"),
  /** @throws RangeError for the scale 0. */
  create: (parameters) =>
    settableFormula(
      parameters,
      { uniforms: { factor: "f32" }, values: ({ scale }) => ({ factor: factorOf(scale) }) },
      ({ in: x }, { factor }) =>
        `${factor} * f32(${LOWEST[parameters.range](parameters.type === "bits" ? `i32(${x})` : x)})`,
    ),
});

function factorOf(scale: number): number {
  if (scale !== 0) return 1 / scale;
  throw new RangeError("The scale divides, so it must not be 0.");
}

const realToIntegerFields = {
  range: rangeField("The integers of the output."),
  scale: scaleField("The factor."),
  vector: VECTOR_LENGTH,
};

export type RealToInteger = ValuesOf<typeof realToIntegerFields>;

export const realToInteger = defineBlock({
  title: "Real to integer",
  category: "arithmetic",
  summary: "Rounds real samples to the nearest integer.",
  formula: "y[n] = round(scale·x[n]), halves to the even integer",
  help: "Values outside the range become its nearest end. A scale keeps fractions: 32767 makes samples of ±1 integers of 16 bits.",
  keywords: ["float_to_int", "float_to_short", "float_to_char", "float_to_uchar", "round", "convert", "cast"],
  fields: realToIntegerFields,
  ports: ({ vector }) => inAndOut("real", vector, "integer"),
  create(parameters) {
    const { range } = parameters;
    const [least, most] = INTEGERS[range];
    const limited = (whole: string) => (range === "int32" ? whole : `clamp(${whole}, ${least}, ${most})`);
    return settableFormula(
      parameters,
      { wgsl: [nearestInteger], uniforms: { scale: "f32" }, values: ({ scale }) => ({ scale }) },
      ({ in: x }, { scale }) => limited(`nearestInteger(${scale} * ${x})`),
    );
  },
});
