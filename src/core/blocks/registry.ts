import type { AnyBlockType } from "../flow/block-type.ts";
import { multiplyConstant } from "./arithmetic/multiply-constant.ts";

/** The blocks of flow graphs, one line each. Their kernels are in `factories.ts`: the page fetches none of them. */
export const BLOCKS = {
  "multiply-constant": multiplyConstant,
} satisfies Record<string, AnyBlockType>;

export type BlockName = keyof typeof BLOCKS;
