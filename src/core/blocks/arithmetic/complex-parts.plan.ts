import angle from "#shaders/lib/angle.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { magnitudePower } from "../../arithmetic/magnitude.ts";
import type { SampleBlock } from "../../flow/build/block-factory.ts";
import { sampleFormula } from "../sample-formula.ts";
import type { Magnitude } from "./complex-parts.ts";

export const createConjugate = (): SampleBlock => sampleFormula([complex], ({ in: x }) => `conj(${x})`);

export const createMagnitude = ({ type, power }: Magnitude): SampleBlock => magnitudePower(type, power);

export const createPhase = (): SampleBlock => sampleFormula([angle], ({ in: x }) => `angle(${x})`);

export const createComplexToParts = (): SampleBlock => ({
  ...sampleFormula([], () => ""),
  outputs: ({ in: x }) => ({ real: `${x}.x`, imaginary: `${x}.y` }),
});

export const createPartsToComplex = (): SampleBlock =>
  sampleFormula([], ({ real, imaginary }) => `vec2f(${real}, ${imaginary})`);
