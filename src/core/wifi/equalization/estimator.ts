import type { Resource } from "../../gpu/kernel.ts";
import type { Allocation } from "../../gpu/pool.ts";

/** What estimators may be told; each uses what it needs. */
export interface EstimatorOptions {
  /** The true channel of each symbol, vec2f [symbol][64], phase included, for a genie and a moving channel. */
  truth?: GPUBuffer;
}

/** An estimator as a part of the equalizer's kernel. */
export interface Estimator {
  /** The text with estimateBegin, estimateBefore and estimateAfter; then the `lib/` texts that only it needs. */
  wgsl: readonly string[];
  /** Whether pilots correct phase and timing before H is used. */
  tracked: boolean;
  /** The bindings that the text declares. */
  resources: Readonly<Record<string, Resource>>;
}

/** Returns an estimator. Its tables belong to `memory`. */
export type CreateEstimator = (memory: Allocation, options: EstimatorOptions) => Estimator;
