import type { Resource } from "../../gpu/kernel.ts";
import type { Allocation } from "../../gpu/pool.ts";

/** Inputs and options of the estimators; each uses a part of them. */
export interface EstimatorOptions {
  /** RMS delay spread that "lmmse" expects, 0.1 to 6 samples. Default: 2, which is 100 ns at 20 MS/s. */
  delaySpread?: number;
  /** The true channel of each symbol, vec2f [symbol][64], phase included, for a genie and a moving channel. */
  truth?: GPUBuffer;
}

/** An estimator as a part of the equalizer's kernel. */
export interface Estimator {
  /** The text with estimateBegin, estimateBefore and estimateAfter; then the `lib/` texts that only it needs. */
  wgsl: readonly string[];
  /** Whether pilots correct phase and timing before H is used. */
  tracked: boolean;
  /** Whether decided points correct phase and timing, too, before the estimator sees a symbol. Default: false. */
  decided?: boolean;
  /** E|error|² of the first H at a pilot, relative to the noise per carrier; > 0. For `tracked` only. */
  pilotError?: number;
  /** Values of the text's overrides. */
  constants?: Readonly<Record<string, number>>;
  /** The bindings that the text declares. */
  resources?: Readonly<Record<string, Resource>>;
}

/**
 * How pilots are tracked by an estimator that changes H from symbol to symbol: it takes constant errors out of H at the pilots, so
 * that the filter need not expect them.
 */
export const SETTLED = { tracked: true, pilotError: 0.01 } as const;

/** Returns an estimator. Its tables belong to `memory`. */
export type CreateEstimator = (memory: Allocation, options: EstimatorOptions) => Estimator;
