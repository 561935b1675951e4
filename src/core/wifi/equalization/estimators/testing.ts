import type { ReferenceEstimator } from "../equalizer.reference.ts";
import type { EstimatorName } from "../registry.ts";
import { comb } from "./comb.reference.ts";
import { COMB_ALPHA } from "./comb.ts";
import { recursiveLeastSquares } from "./decision-directed.reference.ts";
import { FORGETTING } from "./decision-directed.ts";
import { lmmse } from "./lmmse.reference.ts";
import { DELAY_SPREAD, WALK } from "./lmmse.ts";
import { leastMeanSquares } from "./lms.reference.ts";
import { LMS_STEP } from "./lms.ts";
import { leastSquares } from "./ls.reference.ts";
import { spectralTemporal } from "./sta.reference.ts";
import { STA } from "./sta.ts";
import { genie } from "./truth.reference.ts";

/** The estimators of the registry in float64. */
export const estimatorReferences: Readonly<Record<EstimatorName, ReferenceEstimator>> = {
  genie: genie(),
  ls: leastSquares,
  lms: leastMeanSquares(LMS_STEP),
  sta: spectralTemporal(STA.alpha, STA.reach),
  comb: comb(COMB_ALPHA),
  "decision-directed": recursiveLeastSquares(FORGETTING),
  lmmse: lmmse(DELAY_SPREAD, WALK),
};
