import type { Float64Estimator } from "./equalizer.float64.ts";
import type { EstimatorName } from "./registry.ts";
import { comb } from "./estimators/comb.reference.ts";
import { COMB_ALPHA } from "./estimators/comb.ts";
import { recursiveLeastSquares } from "./estimators/decision-directed.reference.ts";
import { FORGETTING } from "./estimators/decision-directed.ts";
import { lmmse } from "./estimators/lmmse.float64.ts";
import { DELAY_SPREAD, WALK } from "./estimators/lmmse.float64.ts";
import { leastMeanSquares } from "./estimators/lms.reference.ts";
import { LMS_STEP } from "./estimators/lms.ts";
import { leastSquares } from "./estimators/ls.float64.ts";
import { spectralTemporal } from "./estimators/sta.reference.ts";
import { STA } from "./estimators/sta.ts";
import { genie } from "./estimators/truth.reference.ts";

/** The estimators of the registry in float64. */
export const float64Estimators: Readonly<Record<EstimatorName, Float64Estimator>> = {
  genie: genie(),
  ls: leastSquares,
  lms: leastMeanSquares(LMS_STEP),
  sta: spectralTemporal(STA.alpha, STA.reach),
  comb: comb(COMB_ALPHA),
  "decision-directed": recursiveLeastSquares(FORGETTING),
  lmmse: lmmse(DELAY_SPREAD, WALK),
};
