import type { Lecture } from "#core/lectures/lecture.ts";
import whatAMaskCosts from "./lectures/what-a-mask-costs.json" with { type: "json" };
import zerosAndPoles from "./lectures/zeros-and-poles.json" with { type: "json" };
import narrowAndSlow from "./lectures/narrow-and-slow.json" with { type: "json" };
import straightPhase from "./lectures/straight-phase.json" with { type: "json" };
import windows from "./lectures/windows.json" with { type: "json" };
import aHighRateIsHard from "./lectures/a-high-rate-is-hard.json" with { type: "json" };
import otherFilters from "./lectures/other-filters.json" with { type: "json" };
import whyIirResists from "./lectures/why-iir-resists.json" with { type: "json" };
import pageSize from "./lectures/page-size.json" with { type: "json" };
import fmFromAFile from "./lectures/fm-from-a-file.json" with { type: "json" };
import problemsFilters from "./lectures/problems-filters.json" with { type: "json" };

/** The lectures of this lab. */
export const LECTURES = [
  whatAMaskCosts,
  zerosAndPoles,
  narrowAndSlow,
  straightPhase,
  windows,
  aHighRateIsHard,
  otherFilters,
  whyIirResists,
  pageSize,
  fmFromAFile,
  problemsFilters,
] as readonly unknown[] as readonly Lecture[];
