import { blockCase } from "../bench.testing.ts";

export const cases = [
  blockCase({
    name: "blocks/sources/wifi-source 64 × 4 frames of 1000 octets",
    block: "wifi-source",
    parameters: { bytes: 1000 },
    firings: 4,
    jobs: 64,
  }),
];
