import type { Float64Block } from "../../flow/build/block-factory.ts";
import { INTEGERS, type IntegerToReal, type RealToInteger, type Threshold } from "./decisions.ts";
import { nearestInteger } from "./integers.ts";

export function thresholdFloat64({ level }: Threshold): Float64Block {
  return ({ in: x }) => ({ out: x.map((value) => Number(value > level)) });
}

export function integerToRealFloat64({ range, scale }: IntegerToReal): Float64Block {
  const [least, most] = INTEGERS[range];
  const count = most - least + 1;
  return ({ in: x }) => ({ out: x.map((value) => (value - count * Math.floor((value - least) / count)) / scale) });
}

export function realToIntegerFloat64({ range, scale }: RealToInteger): Float64Block {
  const [least, most] = INTEGERS[range];
  return ({ in: x }) => ({ out: x.map((value) => Math.min(most, Math.max(least, nearestInteger(scale * value)))) });
}
