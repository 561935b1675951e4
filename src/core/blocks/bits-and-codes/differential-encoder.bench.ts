import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/bits-and-codes/differential-encoder 32 M bits",
    block: "differential-encoder",
    parameters: {},
    firings: 16384,
    jobs: 2048,
  }),
];
