import type { Mapping } from "./mapping.ts";
import { ARITHMETIC } from "./mappings/arithmetic.ts";
import { BITS, SYNCHRONIZATION } from "./mappings/bits.ts";
import { EQUALIZER_MAPPINGS } from "./mappings/equalizers.ts";
import { FILTER_MAPPINGS, RATE_MAPPINGS, TRANSFORMS } from "./mappings/filters.ts";
import { SINKS } from "./mappings/sinks.ts";
import { SOURCES } from "./mappings/sources.ts";

/** The blocks that Threeray and GNU Radio both have. Of several entries with one name, the first that fits is used. */
export const MAPPINGS: readonly Mapping[] = [
  ...SOURCES,
  ...ARITHMETIC,
  ...FILTER_MAPPINGS,
  ...EQUALIZER_MAPPINGS,
  ...RATE_MAPPINGS,
  ...TRANSFORMS,
  ...BITS,
  ...SYNCHRONIZATION,
  ...SINKS,
];
