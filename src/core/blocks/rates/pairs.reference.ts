import type { Float64Block } from "../../flow/build/block-factory.ts";

/** Complex items are pairs of numbers, so the numbers are the same. */
const same = (): Float64Block => {
  return ({ in: x }) => ({ out: x });
};

export const pairsToComplexFloat64 = same;

export const complexToPairsFloat64 = same;
