import type { Float64Block, Place } from "../../flow/build/block-factory.ts";
import { recursion } from "../recursion.ts";
import { designRecursion } from "./iir-design.ts";
import type { IirFilter } from "./iir-filter.ts";

export function iirFilterFloat64(parameters: IirFilter, { hz }: Place): Float64Block {
  const filter = recursion(parameters.type, designRecursion(parameters, hz.in ?? 1).sections);
  return ({ in: x }) => ({ out: filter(x) });
}
