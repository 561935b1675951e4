import decisionDirected from "#shaders/wifi/equalization/estimators/decision-directed.wgsl?raw";
import { type CreateEstimator, SETTLED } from "../estimator.ts";

/** Weight of a symbol relative to the next one: a memory of 32 symbols. */
export const FORGETTING = 1 - 1 / 32;

/** Recursive least squares: the decided symbols count as further training. */
export const createDecisionDirected: CreateEstimator = () => ({
  ...SETTLED,
  wgsl: [decisionDirected],
  constants: { FORGETTING },
});
