import { convolutionCases } from "./direct.bench.ts";
import { createTransformConvolution } from "./transform.ts";

export const cases = convolutionCases("convolution/transform", createTransformConvolution, {
  "186 taps": 36.8,
  "23 taps": 39,
  "186 + 23 taps": 39,
});
