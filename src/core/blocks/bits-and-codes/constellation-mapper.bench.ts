import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/bits-and-codes/constellation-mapper 64-QAM, 48 M bits",
    block: "constellation-mapper",
    parameters: { constellation: "64-QAM" },
    firings: 4096,
    jobs: 2048,
  }),
];
