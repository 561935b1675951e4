import { convolutionCases } from "./direct.bench.ts";
import { createOverlapAdd } from "./overlap-add.ts";

export const cases = convolutionCases("overlap-add", createOverlapAdd, {});
