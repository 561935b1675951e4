import complex from "#shaders/lib/complex.wgsl?raw";
import type { SampleBlock } from "../../flow/build/block-factory.ts";
import { sampleFormula } from "../sample-formula.ts";
import type { Pairwise } from "./pairwise.ts";

export const createAdd = (): SampleBlock => sampleFormula([], ({ a, b }) => `${a} + ${b}`);

export const createSubtract = (): SampleBlock => sampleFormula([], ({ a, b }) => `${a} - ${b}`);

export const createMultiply = ({ type }: Pairwise): SampleBlock =>
  type === "complex"
    ? sampleFormula([complex], ({ a, b }) => `mul(${a}, ${b})`)
    : sampleFormula([], ({ a, b }) => `${a} * ${b}`);

export const createDivide = ({ type }: Pairwise): SampleBlock =>
  type === "complex"
    ? sampleFormula([complex], ({ a, b }) => `quotient(${a}, ${b})`)
    : sampleFormula([], ({ a, b }) => `${a} / ${b}`);
