import { cascade } from "../filter-design/cascade.ts";
import type { IirFilter } from "../filter-design/registry.ts";

/** Filters by sections in cascade, sample by sample, from rest. */
export function sections(filter: IirFilter, x: ArrayLike<number>): Float64Array {
  return cascade(filter.sections, x);
}
