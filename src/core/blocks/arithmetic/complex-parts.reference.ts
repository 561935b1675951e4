import type { Float64Block } from "../../flow/build/block-factory.ts";
import { numbersOfPairs } from "../complex-pairs.ts";

export const phaseFloat64 = (): Float64Block => {
  return ({ in: x }) => ({
    out: numbersOfPairs(x, (re, im) => (re === 0 && im === 0 ? 0 : Math.atan2(im, re))),
  });
};

export const complexToPartsFloat64 = (): Float64Block => {
  return ({ in: x }) => ({ real: numbersOfPairs(x, (re) => re), imaginary: numbersOfPairs(x, (_, im) => im) });
};

export const partsToComplexFloat64 = (): Float64Block => {
  return ({ real, imaginary }) => ({
    out: Float64Array.from({ length: 2 * real.length }, (_, i) =>
      i % 2 ? (imaginary?.[(i - 1) / 2] ?? 0) : real[i / 2],
    ),
  });
};
