import type { Float64Block, Place } from "../../flow/build/block-factory.ts";
import { recursion } from "../recursion.ts";
import { designRecursion } from "./iir-design.ts";
import type { IirFilterParameters } from "./iir-filter.ts";

export function iirFilterFloat64(parameters: IirFilterParameters, { hz }: Place): Float64Block {
  const filter = recursion(parameters.type, designRecursion(parameters, hz.in ?? 1).sections);
  return ({ in: x }) => ({ out: filter(x) });
}
