import type { BlockFactory } from "../flow/block-factory.ts";
import { createMultiplyConstant } from "./arithmetic/multiply-constant.factory.ts";
import type { BlockName } from "./registry.ts";

/** One line per block. */
export const FACTORIES: Readonly<Record<BlockName, BlockFactory<never>>> = {
  "multiply-constant": createMultiplyConstant,
};
