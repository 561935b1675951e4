import type { Float64Block } from "../../flow/build/block-factory.ts";
import { mapPairs, numbersOfPairs } from "../complex-pairs.ts";
import type { Magnitude } from "./complex-parts.ts";

export const conjugateFloat64 = (): Float64Block => {
  return ({ in: x }) => ({ out: mapPairs(x, (re, im) => [re, -im]) });
};

export const magnitudeFloat64 = ({ type, power }: Magnitude): Float64Block => {
  return ({ in: x }) => ({
    out:
      type === "real"
        ? x.map((value) => Math.abs(value) ** power)
        : numbersOfPairs(x, (re, im) => Math.hypot(re, im) ** power),
  });
};
