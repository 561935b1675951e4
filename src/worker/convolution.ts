// What the convolution lab asks of the core, fetched when it first does.
export { compareConvolutions, countConvolutions } from "#core/experiments/compare-convolutions.ts";
export { sweepWorkgroups } from "#core/experiments/sweep-workgroups.ts";
export { newTimeline, timeline } from "#core/experiments/timeline.ts";
