import { describe, expect, it } from "vitest";
import { testNormals, testRandom } from "../gpu/testing.ts";
import { calibrationOf } from "./calibration.ts";

const COUNT = 40_000;

/** True LLRs: Gaussian with mean ±σ²/2 and variance σ², with their bits. */
function gaussian(deviation: number, seed: number) {
  const normals = testNormals(seed, COUNT);
  const bitAt = (i: number) => i & 1;
  const llr = Float64Array.from(normals, (normal, i) => (bitAt(i) - 0.5) * deviation ** 2 + deviation * normal);
  return { llr, bitAt };
}

describe("calibration of LLRs", () => {
  it("true LLRs keep their promise: each interval holds it, and the best factor is 1", () => {
    const { llr, bitAt } = gaussian(2, 11);
    const { bins, scale, information, scaled } = calibrationOf(llr, bitAt, 1);
    const misses = bins.filter(({ promised, ci95 }) => promised < ci95[0] || promised > ci95[1]);
    expect(misses.length).toBeLessThanOrEqual(2);
    expect(bins.reduce((sum, { bits }) => sum + bits, 0)).toBe(COUNT);
    expect(scale).toBeGreaterThan(0.95);
    expect(scale).toBeLessThan(1.05);
    // J(2) by numerical integration.
    expect(information).toBeCloseTo(0.486, 2);
    expect(scaled - information).toBeLessThan(1e-3);
  });

  it("LLRs three times too large promise too much, and lose information that a factor of 1/3 restores", () => {
    const { llr, bitAt } = gaussian(2, 12);
    const { scale: right, scaled: best } = calibrationOf(llr, bitAt, 1);
    const large = calibrationOf(
      llr.map((value) => 3 * value),
      bitAt,
      1,
    );
    expect(large.scale).toBeCloseTo(right / 3, 4);
    expect(large.scaled).toBeCloseTo(best, 9);
    expect(large.information).toBeLessThan(best - 0.1);
    for (const { promised, rate } of large.bins.filter(({ wrong }) => wrong >= 20)) {
      expect(rate).toBeGreaterThan(promised * 0.9);
    }
  });

  it("a binary symmetric channel with error rate p has one bin at p, and information 1 − H(p)", () => {
    const [p, unit] = [0.1, 8];
    const right = Math.log((1 - p) / p);
    // Every tenth bit is wrong.
    const llr = Float64Array.from({ length: 4000 }, (_, i) => (i % 10 === 0 ? right : -right));
    const { bins, information, scale } = calibrationOf(llr, () => 0, unit);
    expect(bins).toHaveLength(1);
    expect(bins[0]).toMatchObject({ bits: 4000, wrong: 400, rate: 0.1 });
    expect(bins[0].promised).toBeCloseTo(p, 12);
    expect(information).toBeCloseTo(1 + p * Math.log2(p) + (1 - p) * Math.log2(1 - p), 12);
    expect(scale).toBeCloseTo(1, 6);
  });

  it("without errors the largest factor is the best; LLRs of 0 carry nothing", () => {
    expect(calibrationOf([2, 1, 3], () => 1, 1).scale).toBeGreaterThan(60);
    const none = calibrationOf([0, 0, 0, 0], (i) => i & 1, 2);
    expect(none).toMatchObject({ information: 0, scaled: 0 });
    expect(none.bins[0]).toMatchObject({ bits: 4, wrong: 2, promised: 0.5 });
    expect(() => calibrationOf([], () => 0, 1)).toThrow("at least one LLR");
  });

  it("dependent errors widen the intervals", () => {
    const random = testRandom(5);
    const lost = Array.from({ length: 500 }, () => random() < 0.1);
    const llr = Float64Array.from({ length: 4000 }, (_, i) => (lost[i >> 3] ? 2 : -2));
    const [apart, together] = [1, 8].map((unit) => calibrationOf(llr, () => 0, unit).bins[0].ci95);
    expect(together[1] - together[0]).toBeGreaterThan(2 * (apart[1] - apart[0]));
  });
});
