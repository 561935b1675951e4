import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { benchLines, gpuOf, publishedPage, renewed, timingFiles } from "./bench-times.mjs";

const TABLE = `| work                               | by           | ms (least to most)     | of copy speed | error | published |
| ---------------------------------- | ------------ | ---------------------: | ------------: | ----: | --------: |
| convolution, 23 taps, 3104 packets | overlap-save | 0.256 (0.255 to 0.256) | 84 % | 1.7e-6 | 39 ms, Tesla K40c |
| copy                               | copy         | 0.0913 (0.0912 to 0.0914) | 100 % |  | |
`;

describe("timings that lectures quote", () => {
  it("are read from the table of docs/performance.md by the name of their line", () => {
    expect(Object.fromEntries(benchLines(TABLE))).toEqual({
      "convolution/overlap-save 23 taps, 3104 packets": { ms: 0.256, ofCopy: 84 },
      "copy/copy": { ms: 0.0913, ofCopy: 100 },
    });
  });

  it("must name a line of the table", () => {
    expect(() => renewed({ lines: { "convolution/fastest": {} } }, TABLE)).toThrow(
      "bench-times: docs/performance.md has no line convolution/fastest",
    );
  });

  it("agree with docs/performance.md; if not, run npm run performance", () => {
    const page = publishedPage();
    expect(gpuOf(page)).toMatch(/^[A-Z]\d+/);
    expect(timingFiles().length).toBeGreaterThan(0);
    for (const file of timingFiles()) {
      const timings = JSON.parse(readFileSync(file, "utf8"));
      expect(timings, file).toEqual(renewed(timings, page));
    }
  });
});
