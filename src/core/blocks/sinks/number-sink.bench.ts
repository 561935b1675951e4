import { sinkCase } from "./bench.testing.ts";
import { summaryOf } from "./number-sink.reference.ts";

export const cases = [
  sinkCase({
    name: "blocks/sinks/number-sink 16 M real",
    block: "number-sink",
    parameters: { value: "rms" },
    words: 1,
    found: (report) => (report.kind === "number" ? [report.value] : []),
    expected: (x) => [summaryOf(x).rms],
  }),
];
