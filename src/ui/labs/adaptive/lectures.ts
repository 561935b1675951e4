import type { Lecture } from "#core/lectures/lecture.ts";
import interferenceAndZeros from "./lectures/interference-and-zeros.json" with { type: "json" };
import nyquistAndTheEye from "./lectures/nyquist-and-the-eye.json" with { type: "json" };
import zeroForcingAndMmse from "./lectures/zero-forcing-and-mmse.json" with { type: "json" };
import lmsAndTheBowl from "./lectures/lms-and-the-bowl.json" with { type: "json" };
import eigenvalueSpread from "./lectures/eigenvalue-spread.json" with { type: "json" };
import rlsMemoryAndPrecision from "./lectures/rls-memory-and-precision.json" with { type: "json" };
import blindEqualizers from "./lectures/blind-equalizers.json" with { type: "json" };
import decisionsFedBack from "./lectures/decisions-fed-back.json" with { type: "json" };
import mostLikelySequence from "./lectures/most-likely-sequence.json" with { type: "json" };
import oneTapPerFrequency from "./lectures/one-tap-per-frequency.json" with { type: "json" };
import turboEqualization from "./lectures/turbo-equalization.json" with { type: "json" };

/** The lectures of this lab, in the order of the course. */
export const LECTURES = [
  nyquistAndTheEye,
  interferenceAndZeros,
  zeroForcingAndMmse,
  lmsAndTheBowl,
  eigenvalueSpread,
  rlsMemoryAndPrecision,
  blindEqualizers,
  decisionsFedBack,
  mostLikelySequence,
  oneTapPerFrequency,
  turboEqualization,
] as readonly unknown[] as readonly Lecture[];
