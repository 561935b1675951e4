import angle from "#shaders/lib/angle.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { magnitudePower } from "../../arithmetic/magnitude.ts";
import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { sampleFormula } from "../sample-formula.ts";
import { inAndOut, typedPorts, SAMPLE_TYPE, VECTOR_LENGTH } from "../definition.ts";

export const conjugate = defineBlock({
  title: "Conjugate",
  category: "arithmetic",
  summary: "Changes the sign of the imaginary part.",
  formula: "y[n] = x*[n]",
  help: "It mirrors the spectrum about frequency 0. Use it for a receiver that swaps I and Q.",
  keywords: ["conjugate_cc", "mirror", "swap"],
  fields: { vector: VECTOR_LENGTH },
  ports: ({ vector }) => inAndOut("complex", vector),
  create: () => sampleFormula([complex], ({ in: x }) => `conj(${x})`),
});

const magnitudeFields = {
  type: SAMPLE_TYPE,
  power: field.whole("Power", "The exponent p: 1 for the magnitude, 2 for its square.", {
    default: 1,
    min: 1,
    max: 16,
  }),
  vector: VECTOR_LENGTH,
};

export type Magnitude = ValuesOf<typeof magnitudeFields>;

export const magnitude = defineBlock({
  title: "Magnitude",
  category: "arithmetic",
  summary: "Gives the magnitude of each item, to a natural power.",
  formula: "y[n] = |x[n]|^p",
  help: "Power 1 gives the envelope. Power 2 gives the instantaneous power, without a square root.",
  keywords: ["abs", "envelope", "power", "complex_to_mag", "complex_to_mag_squared"],
  fields: magnitudeFields,
  ports: ({ type, vector }) => inAndOut(type, vector, "real"),
  create: ({ type, power }) => magnitudePower(type, power),
});

export const phase = defineBlock({
  title: "Phase",
  category: "arithmetic",
  summary: "Gives the angle of each complex item, in radians.",
  formula: "y[n] = arg(x[n]), −π to π; 0 for x[n] = 0",
  help: "The angle jumps by 2π where it leaves the range. For a frequency, use the quadrature demodulator.",
  keywords: ["arg", "angle", "complex_to_arg"],
  fields: { vector: VECTOR_LENGTH },
  ports: ({ vector }) => inAndOut("complex", vector, "real"),
  create: () => sampleFormula([angle], ({ in: x }) => `angle(${x})`),
});

export const complexToParts = defineBlock({
  title: "Complex to parts",
  category: "arithmetic",
  summary: "Splits a complex signal into real and imaginary part.",
  formula: "real[n] = Re x[n], imaginary[n] = Im x[n]",
  help: "An unused output may stay unconnected.",
  keywords: ["complex_to_float", "complex_to_real", "complex_to_imag", "I and Q"],
  fields: { vector: VECTOR_LENGTH },
  ports: ({ vector }) => typedPorts({ in: "complex" }, { real: "real", imaginary: "real" }, vector),
  create: () => ({
    ...sampleFormula([], () => ""),
    outputs: ({ in: x }) => ({ real: `${x}.x`, imaginary: `${x}.y` }),
  }),
});

export const partsToComplex = defineBlock({
  title: "Parts to complex",
  category: "arithmetic",
  summary: "Joins two real signals as real and imaginary part.",
  formula: "y[n] = real[n] + j·imaginary[n]",
  help: "Without a connection, the imaginary part is 0.",
  keywords: ["float_to_complex", "I and Q"],
  fields: { vector: VECTOR_LENGTH },
  ports: ({ vector }) => ({
    inputs: [
      { name: "real", type: "real", vector },
      { name: "imaginary", type: "real", vector, optional: true },
    ],
    outputs: [{ name: "out", type: "complex", vector }],
  }),
  create: () => sampleFormula([], ({ real, imaginary }) => `vec2f(${real}, ${imaginary})`),
});
