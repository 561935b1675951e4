import type { FilterSpec } from "#core/filter-design/spec.ts";
import { editDesign } from "./store/filters.ts";

/** Designs with a given field. */
export type Of<Key extends string> = Extract<FilterSpec, Record<Key, unknown>>;

/** A copy of the design with some fields changed. */
export const changed = (spec: FilterSpec, change: object) => ({ ...spec, ...change }) as FilterSpec;
/** Changes some fields of the design. */
export const edit = (spec: FilterSpec, change: object) => editDesign(changed(spec, change));
