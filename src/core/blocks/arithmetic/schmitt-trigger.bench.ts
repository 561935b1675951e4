import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/arithmetic/schmitt-trigger 32 M real",
    block: "schmitt-trigger",
    parameters: { low: -0.5, high: 0.5 },
    firings: 16384,
    jobs: 2048,
  }),
];
