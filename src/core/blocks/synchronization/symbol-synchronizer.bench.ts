import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/synchronization/symbol-synchronizer 32 M complex",
    block: "symbol-synchronizer",
    parameters: {},
    firings: 4096,
    jobs: 8192,
  }),
];
