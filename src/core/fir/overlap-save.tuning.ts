import { firWork } from "./fir.tuning.ts";
import { createOverlapSaveFir } from "./overlap-save.ts";

/** Transforms of 256 points, of which a workgroup computes several. */
export const overlapSaveFirWork = firWork(createOverlapSaveFir, 64, ["real", "complex"]);
