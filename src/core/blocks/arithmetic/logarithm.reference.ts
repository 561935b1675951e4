import type { Float64Block } from "../../flow/build/block-factory.ts";
import type { Logarithm } from "./logarithm.ts";

export function logarithmFloat64({ factor, offset }: Logarithm): Float64Block {
  return ({ in: x }) => ({ out: x.map((value) => factor * Math.log10(Math.max(value, 2 ** -126)) + offset) });
}
