import { sinkCase } from "./bench.testing.ts";
import { meanSpectrum } from "./spectrum-sink.reference.ts";

export const cases = [1024, 16_384].map((points) =>
  sinkCase({
    name: `blocks/sinks/spectrum-sink ${points} points, 4 averages, 16 M complex`,
    block: "spectrum-sink",
    parameters: { length: String(points), window: "hann", averages: 4 },
    words: 2,
    found: (report) => (report.kind === "spectrum" ? report.rows[0] : []),
    expected: (x) => {
      // A transform that would begin before the signal ends later.
      const ends = Array.from({ length: 4 }, (_, s) => Math.max(points, ((s + 1) * x.length) / 8));
      return meanSpectrum(x, { width: 2, points, window: "hann", ends });
    },
  }),
);
