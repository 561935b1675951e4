import angle from "#shaders/lib/angle.wgsl?raw";
import delay from "#shaders/wifi/lib/delay.wgsl?raw";
import comb from "#shaders/wifi/equalization/estimators/comb.wgsl?raw";
import { type CreateEstimator, SETTLED } from "../estimator.ts";

/** Weight of a symbol's pilots in H. */
export const COMB_ALPHA = 0.2;

/** Interpolation between the pilots of each symbol: no decision is needed, but H must be smooth. */
export const createComb: CreateEstimator = () => ({
  ...SETTLED,
  wgsl: [comb, delay, angle],
  constants: { ALPHA: COMB_ALPHA },
});
