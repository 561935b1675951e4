import type { Float64Estimator } from "../equalizer.float64.ts";

/** The true H of the frame, or of each symbol. */
export const genie = (truth?: readonly Float64Array[]): Float64Estimator => ({
  tracked: false,
  begin: (training) => training,
  before: (H, { number }) => truth?.[number] ?? H,
});
