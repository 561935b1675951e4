import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/bits-and-codes/convolutional-encoder rate 3/4, 24 M bits",
    block: "convolutional-encoder",
    parameters: { frame: 0, rate: "3/4" },
    firings: 4096,
    jobs: 2048,
  }),
];
