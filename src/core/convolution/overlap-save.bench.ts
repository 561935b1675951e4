import { convolutionCases } from "./direct.bench.ts";
import { createOverlapSave } from "./overlap-save.ts";

export const cases = convolutionCases("overlap-save", createOverlapSave, {
  "186 taps": 36.8,
  "23 taps": 39,
  "186 + 23 taps": 39,
});
