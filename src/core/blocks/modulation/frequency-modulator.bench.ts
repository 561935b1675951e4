import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/modulation/frequency-modulator 32 M real",
    block: "frequency-modulator",
    parameters: { sensitivity: 0.7 },
    firings: 16384,
    jobs: 2048,
  }),
];
