import type { Lecture } from "#core/lectures/lecture.ts";
import whyAPreambleRepeats from "./lectures/why-a-preamble-repeats.json" with { type: "json" };
import whatCfoDoes from "./lectures/what-cfo-does.json" with { type: "json" };
import whyAGuardInterval from "./lectures/why-a-guard-interval.json" with { type: "json" };
import lsAgainstSta from "./lectures/ls-against-sta.json" with { type: "json" };
import softAgainstHardBits from "./lectures/soft-against-hard-bits.json" with { type: "json" };
import fromOneBitToACarrier from "./lectures/from-one-bit-to-a-carrier.json" with { type: "json" };
import problemsOfdm from "./lectures/problems-ofdm.json" with { type: "json" };

/** The lectures of this lab. */
export const LECTURES = [
  whyAPreambleRepeats,
  whatCfoDoes,
  whyAGuardInterval,
  lsAgainstSta,
  softAgainstHardBits,
  fromOneBitToACarrier,
  problemsOfdm,
] as readonly unknown[] as readonly Lecture[];
