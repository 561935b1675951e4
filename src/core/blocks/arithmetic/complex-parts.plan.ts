import magnitudeLibrary from "#shaders/blocks/lib/magnitude.wgsl?raw";
import angle from "#shaders/lib/angle.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import type { SampleBlock } from "../../flow/build/block-factory.ts";
import { sampleFormula } from "../sample-formula.ts";
import type { Magnitude } from "./complex-parts.ts";

export const createConjugate = (): SampleBlock => sampleFormula([complex], ({ in: x }) => `conj(${x})`);

/** Pairs of factors |x|² need no square root. */
export const createMagnitude = ({ type, power }: Magnitude): SampleBlock =>
  sampleFormula([magnitudeLibrary], ({ in: x }) => {
    if (power === 1) return type === "complex" ? `magnitude(${x})` : `abs(${x})`;
    const squared = type === "complex" ? `dot(${x}, ${x})` : `${x} * ${x}`;
    if (power === 2) return squared;
    if (power % 2 === 0) return `naturalPower(${squared}, ${power / 2}u)`;
    return `naturalPower(${type === "complex" ? `magnitude(${x})` : `abs(${x})`}, ${power}u)`;
  });

export const createPhase = (): SampleBlock => sampleFormula([angle], ({ in: x }) => `angle(${x})`);

export const createComplexToParts = (): SampleBlock => ({
  ...sampleFormula([], () => ""),
  outputs: ({ in: x }) => ({ real: `${x}.x`, imaginary: `${x}.y` }),
});

export const createPartsToComplex = (): SampleBlock =>
  sampleFormula([], ({ real, imaginary }) => `vec2f(${real}, ${imaginary})`);
