import { describe, expect, it } from "vitest";
import { addNoise } from "../generator/draws.ts";
import { gammaQuantile } from "./gamma.ts";
import { noiseFloorOf, noiseMean } from "./noise-floor.ts";
import { regionsOf } from "./regions.ts";
import { independentCells, resolutionsFor } from "./resolution.ts";
import { spectraOf } from "./spectra.ts";
import { powerThreshold } from "./threshold.ts";

const RATE = 1e6;
const [LONG] = resolutionsFor(RATE, 1e9);

/** White noise of power 1. */
function noise(count: number, seed: number): Float32Array {
  const values = new Float64Array(2 * count);
  addNoise(values, seed, 0);
  return Float32Array.from(values);
}

const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

describe("signals/finding/noise-floor", () => {
  it("knows the quantiles of the exponential and gamma distributions", () => {
    // Closed forms of the exponential distribution, and SciPy 1.17: gamma.ppf(p, a)/a.
    expect(gammaQuantile(1, 0.5)).toBeCloseTo(Math.LN2, 10);
    expect(gammaQuantile(1, 0.15)).toBeCloseTo(-Math.log(0.85), 10);
    expect(gammaQuantile(10, 0.5)).toBeCloseTo(0.966871461471, 9);
    expect(gammaQuantile(9.2, 0.15)).toBeCloseTo(0.667187736308, 9);
    expect(gammaQuantile(0.5, 0.9)).toBeCloseTo(2.705543454095, 9);
  });

  it("estimates the mean of noise without the bias of the median, also if most values hold signals", () => {
    for (const shape of [1, 4, 10]) {
      for (const occupied of [0, 0.5, 0.8]) {
        const values = Float64Array.from({ length: 4000 }, (_, i) => {
          const place = (i + 0.5) / 4000;
          return place < occupied ? 30 * (1 + place) : gammaQuantile(shape, (place - occupied) / (1 - occupied));
        });
        // The values are exact quantiles, so the estimate is exact up to their number.
        expect(Math.abs(noiseMean(values, shape) - 1)).toBeLessThan(0.01);
      }
    }
  });

  it("follows gain steps and the receiver's shape, and is not pulled up by signals that fill 60 % of the band", () => {
    const samples = noise(200_000, 5);
    const powers = spectraOf(samples, LONG);
    const bins = LONG.length;
    const frames = powers.length / bins;
    const shapeAt = (k: number) => 1 + 0.3 * Math.cos((2 * Math.PI * k) / bins);
    const gainAt = (t: number) => (t < frames / 3 ? 1 : 0.25);
    for (let t = 0; t < frames; t++) {
      for (let k = 0; k < bins; k++) {
        const isOn = k > 0.2 * bins && k < 0.8 * bins && t % 200 < 130;
        powers[t * bins + k] *= shapeAt(k) * gainAt(t) * (isOn ? 30 : 1);
      }
    }
    const { gain, shape } = noiseFloorOf(powers, LONG);
    const step = Math.ceil(frames / 3);
    for (let t = 0; t < frames; t += 7) {
      if (Math.abs(t - step) < 3) continue;
      const errors = Array.from(shape, (value, k) => (gain[t] * value * RATE) / (shapeAt(k) * gainAt(t)) - 1);
      // A frame's value deviates by 10 %. The median of 25 frames, about 9 independent ones, deviates by 4.2 %: four times that is allowed.
      // Beside the step the window holds values of both levels, and the median is up to the 80 % quantile of one of them: 1 dB.
      expect(Math.abs(mean(errors))).toBeLessThan(Math.abs(t - step) < 11 ? 0.26 : 0.17);
    }
  });

  it("passes its thresholds as often as it says, in noise", () => {
    const powers = spectraOf(noise(500_000, 9), LONG);
    const bins = LONG.length;
    const frames = powers.length / bins;
    for (const [rows, probability] of [
      [1, 1e-3],
      [3, 1e-3],
      [16, 1e-3],
    ] as const) {
      const limit = powerThreshold(LONG, { frames: rows, bins: 3 }, probability) / RATE;
      let [passed, tests] = [0, 0];
      // Blocks that share no cell, so that the tests are nearly independent.
      for (let t = 0; t + rows <= frames; t += rows + 3) {
        for (let k = 0; k + 3 <= bins; k += 6, tests++) {
          let sum = 0;
          for (let i = 0; i < rows; i++) for (let j = 0; j < 3; j++) sum += powers[(t + i) * bins + k + j];
          if (sum > 3 * rows * limit) passed++;
        }
      }
      const expected = tests * probability;
      // Four standard deviations of the binomial distribution.
      expect(Math.abs(passed - expected)).toBeLessThan(4 * Math.sqrt(expected));
    }
  });

  it("finds the exponential distribution's threshold for one cell, and the number of independent cells of distant ones", () => {
    expect(powerThreshold(LONG, { frames: 1, bins: 1 }, 1e-9)).toBeCloseTo(Math.log(1e9), 0);
    expect(independentCells(LONG, 1, 1)).toBeCloseTo(1, 10);
    expect(independentCells(LONG, 64, 1)).toBeGreaterThan(20);
    expect(independentCells(LONG, 64, 1)).toBeLessThan(64);
  });

  it("has no region in noise", () => {
    const powers = spectraOf(noise(300_000, 3), LONG);
    const grid = {
      ratios: powers.map((value) => value * RATE),
      frames: powers.length / LONG.length,
      bins: LONG.length,
    };
    const thresholds = (probability: number) => ({
      cell: 3,
      short: powerThreshold(LONG, { frames: 3, bins: 3 }, probability),
      long: powerThreshold(LONG, { frames: 16, bins: 3 }, probability),
    });
    expect(regionsOf(grid, thresholds(1e-10))).toHaveLength(0);
    // The test can fail: a lower threshold finds some.
    expect(regionsOf(grid, thresholds(1e-4)).length).toBeGreaterThan(5);
  });
});
