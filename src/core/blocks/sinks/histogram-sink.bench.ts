import { sinkCase } from "./bench.testing.ts";
import { histogram } from "./histogram-sink.reference.ts";

/** Limits between the values of the noise. */
const parameters = { bins: 100, from: -1.000001, to: 1.000001 };

export const cases = [
  sinkCase({
    name: "blocks/sinks/histogram-sink 100 bins, 16 M real",
    block: "histogram-sink",
    parameters,
    words: 1,
    found: (report) => (report.kind === "histogram" ? report.counts : []),
    expected: (x) => histogram(x, parameters),
  }),
];
