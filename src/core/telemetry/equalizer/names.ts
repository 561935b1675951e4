/** The equalizers of the thesis, which are shown unless someone chooses others. */
export const THESIS_EQUALIZERS = ["none", "zf", "mmse", "cma", "fde1", "fde2"] as const;
/**
 * All equalizers, in the order in which every figure shows them.
 *
 * @example
 * ```ts
 * import { EQUALIZERS } from "threeray/telemetry";
 *
 * console.log(EQUALIZERS.join(", ")); // none, zf, mmse, cma, fde1, fde2, lms, rls, dfe
 * ```
 */
export const EQUALIZERS = [...THESIS_EQUALIZERS, "lms", "rls", "dfe"] as const;
/** A name in `EQUALIZERS`. */
export type EqualizerName = (typeof EQUALIZERS)[number];

/** Equalizers that always start from MMSE's taps. */
export const MMSE_FOLLOWERS: readonly EqualizerName[] = ["lms", "rls"];

/** Settings of the equalizers. */
export interface EqualizerOptions {
  /** Gradient steps of CMA over a packet. */
  cmaPasses: number;
  /** Length μ of a gradient step. */
  cmaStep: number;
  /** The taps that CMA starts from: MMSE's, or a centre spike. */
  cmaStart: "mmse" | "blind";
  /** Whether FDE2 weights by noise over the signal's spectrum, or by their product. */
  fdeWeighting: "inverse" | "original";
  /** Factor ≥ 0 on the estimated noise variance in MMSE, in what starts from its taps, in FDE1 and in DFE: 1 takes it as estimated. */
  noiseFactor: number;
  /** The same for FDE2 alone. */
  fde2NoiseFactor: number;
  /** Step μ of LMS. */
  lmsStep: number;
  /** Forgetting factor λ of RLS. */
  rlsForgetting: number;
  /** Past bits that DFE feeds back. */
  dfeBits: number;
  /** The loop of the equalizers that decide bits themselves. */
  loop: "second-order" | "first-order" | "ideal";
}
