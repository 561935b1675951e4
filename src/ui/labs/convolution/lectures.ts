import type { Lecture } from "#core/lectures/lecture.ts";
import timeOrFft from "./lectures/time-or-fft.json" with { type: "json" };
import oneLongFft from "./lectures/one-long-fft.json" with { type: "json" };
import overlap from "./lectures/overlap.json" with { type: "json" };
import workgroups from "./lectures/workgroups.json" with { type: "json" };
import transfers from "./lectures/transfers.json" with { type: "json" };
import problemsGpu from "./lectures/problems-gpu.json" with { type: "json" };

/** The lectures of this lab. */
export const LECTURES = [
  timeOrFft,
  oneLongFft,
  overlap,
  workgroups,
  transfers,
  problemsGpu,
] as readonly unknown[] as readonly Lecture[];
