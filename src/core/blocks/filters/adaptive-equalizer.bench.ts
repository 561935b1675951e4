import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/filters/adaptive-equalizer LMS 31 taps, 32 K complex",
    block: "adaptive-equalizer",
    parameters: { forwardTaps: 31, step: 0.001 },
    firings: 4096,
    jobs: 8,
  }),
];
