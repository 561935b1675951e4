import type { CreateEstimator } from "./estimator.ts";
import { createGenie } from "./estimators/truth.ts";
import { createLeastSquares } from "./estimators/ls.ts";
import type { EstimatorName } from "./registry.ts";

/** Creates an estimator of the registry. All take the same options. */
export const createEstimator: Readonly<Record<EstimatorName, CreateEstimator>> = {
  ls: createLeastSquares,
  genie: createGenie,
};
