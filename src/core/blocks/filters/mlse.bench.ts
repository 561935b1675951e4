import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/filters/mlse 64 states of QPSK, traceback 20, 32 K complex",
    block: "mlse",
    parameters: { constellation: "QPSK", taps: [0.5, [0.5, 0.5], -0.3, 0.1] },
    firings: 4096,
    jobs: 8,
  }),
];
