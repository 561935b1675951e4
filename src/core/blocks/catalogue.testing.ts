import type { Float64Factory } from "../flow/build/block-factory.ts";
import type { Catalogue } from "../flow/graph/catalogue.ts";
import type { References } from "../flow/run/run-graph.reference.ts";
import { catalogueOf } from "./catalogue.ts";
import { type BlockName, BLOCKS } from "./registry.ts";

/** References of blocks, and the float64 computations that the product shows as well. */
const files = import.meta.glob<Readonly<Record<string, Float64Factory<never>>>>("./*/*.{reference,float64}.ts", {
  eager: true,
});

const functions: References["float64"] = Object.assign({}, ...Object.values(files));

/** The reference of the block `fir-filter` is `firFilterFloat64`. Sinks, and sources that somebody opens, have none. */
const references = Object.keys(BLOCKS).flatMap((name) => {
  const exported = `${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Float64`;
  return exported in functions ? [[name, functions[exported]] as const] : [];
});

/** All blocks, with their references. */
export const CATALOGUE: Catalogue & References = {
  ...(await catalogueOf(Object.keys(BLOCKS) as BlockName[])),
  float64: Object.fromEntries(references),
};
