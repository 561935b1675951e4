import { deviceRun, latencyRun } from "../../experiment.ts";
import { compareConvolutions, countConvolutions } from "./compare-convolutions.ts";
import type { ConvolutionComparison, ConvolutionState, Workload } from "./comparison.ts";
import { openBlock } from "./latency.ts";
import { sweepWorkgroups } from "./sweep-workgroups.ts";
import { newTimeline, timeline, type TimelineState } from "./timeline.ts";
import { type SlidingChoice, slideConvolution } from "../sliding.float64.ts";
import type { WorkgroupState } from "./workgroups.ts";

export const runs = {
  comparison: deviceRun((start: ConvolutionState) => start, compareConvolutions),
  workgroups: deviceRun((start: WorkgroupState) => start, sweepWorkgroups),
  timeline: deviceRun((start: Workload | TimelineState) => ("runs" in start ? start : newTimeline(start)), timeline),
  latency: latencyRun(openBlock),
};

export const asks = {
  /** Counts the operations of a comparison's methods; needs no device. */
  count: async (_: unknown, config: ConvolutionComparison) => countConvolutions(config),
  /** Convolves a short signal step by step for the sliding figure; needs no device. */
  slide: async (_: unknown, choice: SlidingChoice) => slideConvolution(choice),
};
