import type { BlockFactory } from "../build/block-factory.ts";
import type { AnyBlockType } from "./block-type.ts";

/** The blocks that graphs are made of, by the names of their types. */
export interface Catalogue {
  types: Readonly<Record<string, AnyBlockType>>;
  factories: Readonly<Record<string, BlockFactory<never>>>;
}
