import type { CreateEstimator } from "./estimator.ts";
import { createComb } from "./estimators/comb.ts";
import { createDecisionDirected } from "./estimators/decision-directed.ts";
import { createLmmse } from "./estimators/lmmse.ts";
import { createLeastMeanSquares } from "./estimators/lms.ts";
import { createLs } from "./estimators/ls.ts";
import { createSpectralTemporal } from "./estimators/sta.ts";
import { createGenie } from "./estimators/truth.ts";
import type { EstimatorName } from "./registry.ts";

/** Creates an estimator of the registry. All take the same options. */
export const createEstimator: Readonly<Record<EstimatorName, CreateEstimator>> = {
  genie: createGenie,
  ls: createLs,
  lms: createLeastMeanSquares,
  sta: createSpectralTemporal,
  comb: createComb,
  "decision-directed": createDecisionDirected,
  lmmse: createLmmse,
};
