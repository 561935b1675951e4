import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/filters/agc 32 M complex",
    block: "agc",
    parameters: { rate: 0.01 },
    firings: 16384,
    jobs: 2048,
  }),
];
