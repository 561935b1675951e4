import { describe, expect, it } from "vitest";
import { inFloat64 } from "../testing.ts";

const x = [
  0.665, -1.07, 0.183, -1.06, 1.135, 2.313, 2.022, -0.219, 0.74, 0.121, 0.102, 1.548, -1.319, 1.055, -0.049, 1.409,
  0.187, -0.673, 0.277, 0.736,
];

const resampled = (parameters: object, input: readonly number[] = x) =>
  inFloat64("rational-resampler", { type: "real", ...parameters }, { in: input }).out;

/** Expects the first values, which the sources print with three decimals. */
function expectFirst(values: Float64Array, expected: readonly number[]) {
  expected.forEach((value, n) => expect(Math.abs(values[n] - value), `value ${n}`).toBeLessThan(6e-4));
}

describe("blocks/rates/rational-resampler", () => {
  // SciPy 1.17.1: scipy.signal.upfirdn(taps, x, up, down).
  it.each([
    [[1, 2, 3, 2, 1], 2, 4, [0.665, -2.362, -1.862, 10.096, 2.105, 1.205, 3.427, 1.797]],
    [[1, -2, 3, 5, 2, 1, 4], 6, 4, [0.665, 1.33, -3.21, -4.097, 0.366, -3.18, -3.105, 2.27]],
    [[1, 2, 3, 2, 1, 4, -1], 6, 9, [0.665, -2.14, -1.243, 2.27, -0.291, -0.438, -0.619, 0.204]],
    [[3, 2, 1], 4, 4, [1.995, -3.21, 0.549, -3.18, 3.405, 6.939, 6.066, -0.657]],
    [[1, 2, 4], 1, 3, [0.665, -4.974, 11.188, 0.725, 2.185, 5.531, -0.321]],
    [[1, 2, 4, 8, 16], 3, 1, [0.665, 1.33, 2.66, 4.25, 8.5, -4.28, -8.377, -16.754]],
  ])("applies the taps %j at %i/%i as SciPy's upfirdn", (taps, interpolation, decimation, expected) => {
    expectFirst(resampled({ interpolation, decimation, design: "taps", taps }), expected);
  });

  // GNU Radio 3.10.5: filter.rational_resampler_fff(interpolation, decimation, taps, 0). It leaves out the outputs before
  // the filter is full; here they come first, `skipped` of them.
  it.each([
    [[1, 2, 3, 2, 1], 2, 4, 1, [-2.362, -1.862, 10.096, 2.105]],
    [[1, 2, 3, 2, 1, 4, -1], 2, 5, 2, [-2.246, 2.656, -0.208, 3.406]],
    [[1, 2, 3, 2, 1, 4, -1], 6, 9, 1, [-1.735, 0.366, 2.195, 4.626]],
    [[1, 2, 4, -1], 1, 3, 1, [-5.639, 12.248, -1.297, 2.064]],
  ])("has GNU Radio's phase for the taps %j at %i/%i", (taps, interpolation, decimation, skipped, expected) => {
    const y = resampled({ interpolation, decimation, design: "taps", taps, phase: "full filter" });
    expectFirst(y.subarray(skipped), expected);
  });

  it("has GNU Radio's phase for its own design at 2/5", () => {
    const ramp = Array.from({ length: 100 }, (_, n) => n);
    const y = resampled({ interpolation: 2, decimation: 5, phase: "full filter" }, ramp);
    // rational_resampler_fff(2, 5, [], 0) of the ramp begins with 41.00034, 43.49964, 46.00038.
    expectFirst(y.subarray(y.findIndex((value) => Math.abs(value - 41.00034) < 1e-4)), [41.00034, 43.49964, 46.00038]);
  });

  it("refuses GNU Radio's phase for filters in cascade", () => {
    const run = () => resampled({ interpolation: 2, decimation: 3, design: "fewest products", phase: "full filter" });
    expect(run).toThrow("The design “fewest products” has the phase “first sample” only.");
  });
});
