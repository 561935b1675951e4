import type { Page, SampleKind } from "../flow/graph/block.ts";
import type { RecursiveFilter } from "../filter-design/registry.ts";

/** Most sections per kernel; longer cascades need several kernels. */
export const MOST_SECTIONS = 8;
/** Most sections with complex coefficients per kernel. */
export const MOST_COMPLEX_SECTIONS = 4;
/** Samples of a block in block convolution. */
export const BLOCK = 1024;

/** The configuration of a recursive filter. */
export interface IirConfig extends Page {
  /** Complex for a filter with complex coefficients. */
  kind: SampleKind;
  filter: RecursiveFilter;
  /** The methods "scan" and "one-pole" take numbers that are NaN or infinite for zero. Default false. */
  zeroNonFinite?: boolean;
}
