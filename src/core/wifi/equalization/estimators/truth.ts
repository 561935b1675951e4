import ls from "#shaders/wifi/equalization/estimators/ls.wgsl?raw";
import truth from "#shaders/wifi/equalization/estimators/truth.wgsl?raw";
import type { CreateEstimator } from "../estimator.ts";

/** The true channel, for the whole frame or of each symbol. Pilots are not used: the truth contains the phase. */
export const createGenie: CreateEstimator = (_, options) => ({
  wgsl: [options.truth ? truth : ls],
  tracked: false,
  ...(options.truth && { resources: { truth: options.truth } }),
});
