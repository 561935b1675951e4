import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/synchronization/correlator 13 samples, 32 M complex",
    block: "correlator",
    parameters: {},
    firings: 16384,
    jobs: 2048,
  }),
];
