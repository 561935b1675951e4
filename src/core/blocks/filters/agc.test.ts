import { describe, expect, it } from "vitest";
import { errorDb, testNormals } from "../../gpu/testing.ts";
import { blockOutputs, errorAgainstFloat64, inFloat64 } from "../testing.ts";

/** Returns |y| of complex samples from the first one on. */
const magnitudes = (y: ArrayLike<number>) =>
  Array.from({ length: y.length / 2 }, (_, n) => Math.hypot(y[2 * n], y[2 * n + 1]));

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("blocks/filters/agc", () => {
  it.each([
    ["agc", { rate: 0.01, reference: 2 }],
    ["agc", { rate: 0.1, maximum: 0.5, type: "real" }],
    ["agc", { rate: 0.02, level: "mean", gain: 3, maximum: 0 }],
    ["agc", { rate: 0.02, gain: 0.25, type: "real" }],
  ] as const)("%s %j equals float64 for pages of any size", async (name, parameters) => {
    expect(await errorAgainstFloat64(name, parameters, { pages: [2048, 333], firings: 1200 })).toBeLessThan(-100);
  });

  // Rounded after each page, the sums would stop up to 2⁻²⁵/rate beside their mean: −90 dB after many pages, −104 dB after these.
  it.each([{}, { type: "real", level: "mean", gain: 0.1 }])(
    "adds up what very short pages change: %j",
    async (given) => {
      const parameters = { rate: 0.001, ...given };
      const x = new Float32Array(1400).map((_, i) => (i % 2 ? 0.1 : 0.7));
      const { out: expected } = inFloat64("agc", parameters, { in: x });
      for (const page of [3, 40]) {
        const { out } = await blockOutputs("agc", parameters, { inputs: { in: x }, page });
        expect(errorDb(out.subarray(0, x.length), expected), `pages of ${page}`).toBeLessThan(-125);
      }
    },
  );

  // Of complex Gaussian noise, the mean amplitude is √π/2 of the RMS amplitude: 1.05 dB less.
  it.each([
    ["RMS", (values: readonly number[]) => Math.sqrt(mean(values.map((value) => value * value)))],
    ["mean", mean],
  ] as const)("brings noise to its %s, with a weak input and without a limit", async (level, measure) => {
    const x = Float32Array.from(testNormals(7, 16_000), (value) => 1e-6 * value);
    const parameters = { rate: 0.01, level, reference: 2, maximum: 0 };
    const { out } = await blockOutputs("agc", parameters, { inputs: { in: x }, page: 8000 });
    // The gain varies with the average over some 100 samples: 4 % of it.
    expect(Math.abs(20 * Math.log10(measure(magnitudes(out).slice(1000)) / 2))).toBeLessThan(0.1);
  });

  it.each(["RMS", "mean"])("computes the %s of samples of any size, also in one signal", async (level) => {
    const parts = [1, 1e-30, 3e37, 1e-33, 1e10, 1e-10, 1e20].flatMap((size, i) =>
      Array.from(testNormals(i + 1, 200), (value) => size * value),
    );
    const x = Float32Array.from(parts);
    // A high rate: within 60 samples the level falls by more orders of magnitude than lie between the parts.
    for (const parameters of [{ maximum: 0 }, { maximum: 0, gain: 1e-20, type: "real" }, {}]) {
      const given = { rate: 0.999, level, reference: 2, ...parameters };
      const { out } = await blockOutputs("agc", given, { inputs: { in: x }, page: 300 });
      const { out: expected } = inFloat64("agc", given, { in: x });
      for (const [n, value] of expected.entries()) {
        if (n % 200 < 120) continue;
        expect(Math.abs(out[n] - value), `number ${n}`).toBeLessThanOrEqual(1e-5 * Math.abs(value) + 1e-35);
      }
    }
  });

  it("begins with a given gain, and limits it", async () => {
    const x = new Float32Array(2000).map((_, i) => (i % 2 ? 0 : 0.1));
    const at = async (parameters: object) => {
      const given = { rate: 0.01, gain: 1, maximum: 0, ...parameters };
      return magnitudes((await blockOutputs("agc", given, { inputs: { in: x }, page: 100 })).out);
    };
    // The mean of |x| falls from 1 to 0.1 with the factor 0.99 per sample.
    const level = (n: number) => 0.1 + 0.9 * 0.99 ** (n + 1);
    const free = await at({ level: "mean" });
    for (const n of [0, 1, 50, 300, 999]) expect(free[n]).toBeCloseTo(0.1 / level(n), 5);
    const limited = await at({ level: "mean", maximum: 3 });
    expect(limited[999]).toBeCloseTo(0.3, 5);
  });
});
