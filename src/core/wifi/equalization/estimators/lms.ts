import lms from "#shaders/wifi/equalization/estimators/lms.wgsl?raw";
import { type CreateEstimator, SETTLED } from "../estimator.ts";

/** μ. A larger step follows faster channels and lets more noise through: H's error grows by μ/(2 − μ) of the noise. */
export const LMS_STEP = 0.125;

/** Least mean squares: each decided symbol corrects H by a part of its error. */
export const createLeastMeanSquares: CreateEstimator = () => ({
  ...SETTLED,
  wgsl: [lms],
  constants: { STEP: LMS_STEP },
});
