import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/rates/regrouping one in 4 of 32 M complex",
    block: "keep-one-in-n",
    parameters: { n: 4 },
    firings: 4096,
    jobs: 2048,
  }),
  blockCase({
    name: "blocks/rates/regrouping 4 times 8 M complex",
    block: "repeat",
    parameters: { n: 4 },
    firings: 4096,
    jobs: 2048,
  }),
];
