import type { Lecture } from "#core/lectures/lecture.ts";
import diversity from "./lectures/diversity.json" with { type: "json" };
import onePass from "./lectures/one-pass.json" with { type: "json" };
import mtt from "./lectures/mtt.json" with { type: "json" };
import exactInTwo from "./lectures/exact-in-two.json" with { type: "json" };
import correlation from "./lectures/correlation.json" with { type: "json" };
import softBits from "./lectures/soft-bits.json" with { type: "json" };
import priors from "./lectures/priors.json" with { type: "json" };
import feedback from "./lectures/feedback.json" with { type: "json" };
import simpleAgain from "./lectures/simple-again.json" with { type: "json" };
import loopCost from "./lectures/loop-cost.json" with { type: "json" };
import problemsAntennas from "./lectures/problems-antennas.json" with { type: "json" };

/** The lectures of this lab. */
export const LECTURES = [
  diversity,
  onePass,
  mtt,
  exactInTwo,
  correlation,
  softBits,
  priors,
  feedback,
  simpleAgain,
  loopCost,
  problemsAntennas,
] as readonly unknown[] as readonly Lecture[];
