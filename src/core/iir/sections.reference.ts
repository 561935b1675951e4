import { cascade } from "../filter-design/cascade.ts";
import type { IirFilter } from "../filter-design/registry.ts";

/** A filter by its sections in cascade, one sample after the other, from rest. */
export function sections(filter: IirFilter, x: ArrayLike<number>): Float64Array {
  return cascade(filter.sections, x);
}
