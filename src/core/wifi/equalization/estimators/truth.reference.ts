import type { ReferenceEstimator } from "../equalizer.reference.ts";

/** The true H of the frame, or of each symbol. */
export const genie = (truth?: readonly Float64Array[]): ReferenceEstimator => ({
  tracked: false,
  begin: (training) => training,
  before: (H, { number }) => truth?.[number] ?? H,
});
