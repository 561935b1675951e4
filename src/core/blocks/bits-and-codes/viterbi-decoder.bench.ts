import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/bits-and-codes/viterbi-decoder rate 3/4, 6 M bits",
    block: "viterbi-decoder",
    parameters: { frame: 0, rate: "3/4" },
    firings: 2048,
    jobs: 1024,
  }),
];
