import ls from "#shaders/wifi/equalization/estimators/ls.wgsl?raw";
import type { CreateEstimator } from "../estimator.ts";

/** Least squares: the channel estimate from the long training, for the whole frame. */
export const createLeastSquares: CreateEstimator = () => ({ wgsl: [ls], tracked: true, resources: {} });
