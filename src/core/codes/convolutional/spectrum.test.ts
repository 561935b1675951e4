import { describe, expect, it } from "vitest";
import { eventSpectrum } from "./spectrum.ts";

// Rates 1/2 and 2/3: D. Haccoun and G. Bégin, High-rate punctured convolutional codes, IEEE Trans. Commun. 37 (1989).
// Rate 3/4: all paths, counted one by one by another program.
describe("the weights of error events", () => {
  it.each([
    ["1/2", 10, [11, 0, 38, 0, 193, 0, 1331]],
    ["2/3", 6, [1, 16, 48, 158, 642, 2435, 9174]],
    ["3/4", 5, [8, 31, 160, 892, 4512, 23_297]],
  ] as const)("at rate %s agree with other counts from the free distance on", (rate, free, counts) => {
    const spectrum = eventSpectrum(rate, free + counts.length - 1);
    expect(spectrum.slice(0, free)).toEqual(Array.from({ length: free }, () => 0));
    expect(spectrum.slice(free)).toEqual(counts);
  });
});
