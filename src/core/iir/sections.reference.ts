import { cascade } from "./design/cascade.ts";
import type { IirFilter } from "./design/registry.ts";

/** A filter by its sections in cascade, one sample after the other, from rest. */
export function sections(filter: IirFilter, x: ArrayLike<number>): Float64Array {
  return cascade(filter.sections, x);
}
