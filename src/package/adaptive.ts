/**
 * Equalizers: linear, decision-feedback, adaptive, sequence detection and block transmission, and sweeps that compare them.
 *
 * @module
 */
export { ADAPTIVE_EQUALIZERS, type AdaptiveEqualizerName, type EqualizerInfo } from "../core/adaptive/equalizers.ts";
export {
  type ArrayEqualizer,
  type ArrayEqualizerConfig,
  createArrayEqualizer as createEqualizer,
  type EqualizedArrays,
} from "../core/adaptive/adaptation/array-gradient.ts";
export { type ModulationName, modulationPoints, MODULATIONS } from "../core/adaptive/modulations.ts";
export {
  createGradientEqualizer,
  type GradientConfig,
  type GradientEqualizer,
  type GradientRule,
} from "../core/adaptive/adaptation/gradient.ts";
export { createRlsEqualizer, type RlsConfig, type RlsEqualizer } from "../core/adaptive/adaptation/rls.ts";
export { type DecisionTables, decisionTables } from "../core/adaptive/decision.ts";
export type { BatchSizes, EqualizedBatch, ReceivedBatch } from "../core/adaptive/batch.ts";
