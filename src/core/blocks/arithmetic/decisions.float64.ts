import type { Float64Block } from "../../flow/block-factory.ts";
import type { Threshold } from "./decisions.ts";
import { nearestInteger } from "./integers.ts";

export function thresholdFloat64({ level }: Threshold): Float64Block {
  return ({ in: x }) => ({ out: x.map((value) => Number(value > level)) });
}

export const integerToRealFloat64 = (): Float64Block => {
  return ({ in: x }) => ({ out: x });
};

export const realToIntegerFloat64 = (): Float64Block => {
  return ({ in: x }) => ({ out: x.map(nearestInteger) });
};
