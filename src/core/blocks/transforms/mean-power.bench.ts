import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/transforms/mean-power 1024 points, 8 of 32 M complex",
    block: "power-spectrum",
    parameters: { length: 1024, average: 8 },
    firings: 4,
    jobs: 1024,
  }),
];
