import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { benchLines, publishedLines, renewed, timingFiles } from "./h100.mjs";

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
    expect(() => renewed({ "convolution/fastest": {} }, benchLines(TABLE))).toThrow(
      "h100: docs/performance.md has no line convolution/fastest",
    );
  });

  it("agree with docs/performance.md; if not, run npm run h100", () => {
    const lines = publishedLines();
    expect(timingFiles().length).toBeGreaterThan(0);
    for (const file of timingFiles()) {
      const timings = JSON.parse(readFileSync(file, "utf8"));
      expect(timings, file).toEqual(renewed(timings, lines));
    }
  });

  it("agree with the text of docs/performance.md", () => {
    const lines = publishedLines();
    const text = readFileSync("docs/performance.md", "utf8").split("## All lines")[0].replaceAll("\n", " ");
    const ms = (name) => lines.get(name).ms;
    /** Returns the rate in Gbit/s of a number of bits in a line's time. */
    const rate = (bits, name, digits = 1) => (bits / ms(name) / 1e6).toFixed(digits);
    const turbo = (algorithm) =>
      rate(1536 * 6144, `turbo/decoder 1536 × 6144, ${algorithm}, windows of 64, 6 iterations`, 2);
    const mtt = (antennas, uses) =>
      [2, 4, 6].map((bits) =>
        rate(8 * uses * antennas * bits, `mimo/trellis 8 × ${uses}, ${antennas} × ${antennas}, ${2 ** bits}-QAM, MTT`),
      );
    const [r4, r16, r64] = mtt(4, 8192);
    for (const said of [
      `The receiver takes ${ms("receiver/threeray 3104 packets")} ms`,
      `${turbo("max-log")} Gbit/s (max-log) and ${turbo("log-map")} Gbit/s (log-MAP)`,
      `${rate(8192 * 2304, "ldpc/decoder 8192 × 2304, sum-product, 10 iterations")} Gbit/s of coded bits in 10 iterations`,
      `at ${r4}, ${r16} and ${r64} Gbit/s of coded bits on 4 × 4 antennas`,
      `at ${mtt(2, 16384)
        .join(", ")
        .replace(/, ([^,]*)$/, " and $1")} Gbit/s on 2 × 2`,
      `order 8 filters 16 M float32 samples in ${ms("iir/sections order 8, 1 × 16777216 real")} ms`,
      `Order 16 takes ${ms("iir/sections order 16, 1 × 16777216 real")} ms`,
      `convolution with 23 taps takes ${ms("convolution/overlap-save 23 taps, 3104 packets")} ms`,
    ]) {
      expect(text).toContain(said);
    }
  });
});
