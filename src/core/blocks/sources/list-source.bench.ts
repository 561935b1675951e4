import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/sources/list-source 32 M complex",
    block: "list-source",
    parameters: { items: [1, [2, 3], -4, [0, 1], 5] },
    firings: 16384,
    jobs: 2048,
  }),
];
