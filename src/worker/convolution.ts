// What the convolution lab asks of the core, fetched when it first does.
export { compareConvolutions, countConvolutions } from "#core/convolution/experiment/compare-convolutions.ts";
export { sweepWorkgroups } from "#core/convolution/experiment/sweep-workgroups.ts";
export { newTimeline, timeline } from "#core/convolution/experiment/timeline.ts";
