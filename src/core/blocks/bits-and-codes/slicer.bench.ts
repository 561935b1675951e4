import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/bits-and-codes/slicer 64-QAM, 8 M symbols",
    block: "slicer",
    parameters: { constellation: "64-QAM" },
    firings: 4096,
    jobs: 2048,
  }),
];
