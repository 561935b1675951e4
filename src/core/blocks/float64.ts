import type { Float64Factory } from "../flow/block-factory.ts";
import { multiplyConstantFloat64 } from "./arithmetic/multiply-constant.float64.ts";
import type { BlockName } from "./registry.ts";

/** One line per block. Sinks, and sources that somebody opens, have none. */
export const FLOAT64: Readonly<Partial<Record<BlockName, Float64Factory<never>>>> = {
  "multiply-constant": multiplyConstantFloat64,
};
