import type { ReferenceEstimator } from "../equalizer.reference.ts";
import type { EstimatorName } from "../registry.ts";
import { leastSquares } from "./ls.reference.ts";
import { genie } from "./truth.reference.ts";

/** The estimators of the registry in float64. */
export const estimatorReferences: Readonly<Record<EstimatorName, ReferenceEstimator>> = {
  ls: leastSquares,
  genie: genie(),
};
