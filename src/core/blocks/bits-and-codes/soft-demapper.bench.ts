import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/bits-and-codes/soft-demapper 64-QAM, exact, 8 M symbols",
    block: "soft-demapper",
    parameters: { constellation: "64-QAM", algorithm: "exact" },
    firings: 4096,
    jobs: 2048,
  }),
];
