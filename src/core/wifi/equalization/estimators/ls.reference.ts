import type { ReferenceEstimator } from "../equalizer.reference.ts";

/** The estimate from the training, for the whole frame. */
export const leastSquares: ReferenceEstimator = { tracked: true, pilotError: 0.5, begin: (training) => training };
