import type { Catalogue } from "../flow/graph/catalogue.ts";
import { FACTORIES } from "./factories.ts";
import { BLOCKS } from "./registry.ts";

/** Everything about all blocks, for the worker and the terminal. */
export const CATALOGUE: Catalogue = { types: BLOCKS, factories: FACTORIES };
