import type { Lecture } from "#core/lectures/lecture.ts";
import whyRatesMustBalance from "./lectures/why-rates-must-balance.json" with { type: "json" };
import whatFusionSaves from "./lectures/what-fusion-saves.json" with { type: "json" };
import fmFromSamplesToSound from "./lectures/fm-from-samples-to-sound.json" with { type: "json" };
import whatAPageSizeTrades from "./lectures/what-a-page-size-trades.json" with { type: "json" };

/** The lectures of this lab. */
export const LECTURES = [
  whyRatesMustBalance,
  whatFusionSaves,
  fmFromSamplesToSound,
  whatAPageSizeTrades,
] as readonly unknown[] as readonly Lecture[];
