import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/receivers/telemetry-receiver 8 × 32 packets",
    block: "telemetry-receiver",
    parameters: { equalizer: "fde1" },
    firings: 8,
    jobs: 1,
    source: { block: "telemetry-source", firings: 8 },
  }),
];
