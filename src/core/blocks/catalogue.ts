import type { Catalogue } from "../flow/graph/catalogue.ts";
import { FACTORIES } from "./factories.ts";
import { FLOAT64 } from "./float64.ts";
import { BLOCKS } from "./registry.ts";

/** Everything about all blocks, for the worker, the terminal and tests. */
export const CATALOGUE: Catalogue = { types: BLOCKS, factories: FACTORIES, float64: FLOAT64 };
