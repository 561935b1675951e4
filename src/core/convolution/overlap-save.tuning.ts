import { convolutionWork } from "./convolution.tuning.ts";
import { createOverlapSave } from "./overlap-save.ts";

/** Transforms of 256 and of 1024 points. */
export const overlapSaveConvolutionWork = convolutionWork(createOverlapSave, 1024, [23, 186]);
