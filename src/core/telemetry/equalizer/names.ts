/** The equalizers, in the order in which every figure shows them. */
export const EQUALIZERS = ["none", "zf", "mmse", "cma", "fde1", "fde2"] as const;
export type EqualizerName = (typeof EQUALIZERS)[number];

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
  /** Factor ≥ 0 on the estimated noise variance in MMSE, in CMA's start and in FDE1: 1 takes it as estimated. */
  noiseFactor: number;
  /** The same for FDE2 alone. */
  fde2NoiseFactor: number;
}
