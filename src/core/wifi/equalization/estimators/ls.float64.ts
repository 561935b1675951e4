import type { Float64Estimator } from "../equalizer.float64.ts";

/** The estimate from the training, for the whole frame. */
export const leastSquares: Float64Estimator = { tracked: true, pilotError: 0.5, begin: (training) => training };
