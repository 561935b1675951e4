import { convolutionCases } from "./direct.bench.ts";
import { createDirectGlobal } from "./direct-global.ts";

export const cases = convolutionCases("direct-global", createDirectGlobal, {
  "186 taps": 201.3,
  "23 taps": 29.5,
  "186 + 23 taps": 228.8,
});
