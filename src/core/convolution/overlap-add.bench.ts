import { convolutionCases } from "./direct.bench.ts";
import { createOverlapAdd } from "./overlap-add.ts";

export const cases = convolutionCases("convolution/overlap-add", createOverlapAdd, {});
