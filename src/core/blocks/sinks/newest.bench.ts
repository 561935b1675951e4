import { sinkCase } from "./bench.testing.ts";
import { newestItems } from "./newest.reference.ts";

export const cases = [
  sinkCase({
    name: "blocks/sinks/newest 4096 of 16 M complex",
    block: "constellation-sink",
    parameters: { points: 4096 },
    words: 2,
    found: (report) => (report.kind === "constellation" ? report.points : []),
    expected: (x) => newestItems(x, 4096, 2),
  }),
];
