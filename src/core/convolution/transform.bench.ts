import { convolutionCases } from "./direct.bench.ts";
import { createTransformConvolution } from "./transform.ts";

export const cases = convolutionCases("transform", createTransformConvolution, {
  "186 taps": 36.8,
  "23 taps": 39,
  "186 + 23 taps": 39,
});
