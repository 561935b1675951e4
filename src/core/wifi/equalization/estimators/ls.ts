import ls from "#shaders/wifi/equalization/estimators/ls.wgsl?raw";
import type { CreateEstimator } from "../estimator.ts";

/** E|error|² of the mean of two long symbols, relative to the noise. */
export const TRAINING_ERROR = 0.5;

/** Least squares: the channel estimate from the long training, for the whole frame. */
export const createLs: CreateEstimator = () => ({
  wgsl: [ls],
  tracked: true,
  pilotError: TRAINING_ERROR,
});
