import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/arithmetic/delay by 1000, 32 M complex",
    block: "delay",
    parameters: { items: 1000 },
    firings: 65536,
    jobs: 512,
  }),
];
