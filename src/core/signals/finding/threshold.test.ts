import { describe, expect, it } from "vitest";
import { datatypeOf } from "../../capture/datatype.ts";
import { addNoise } from "../generator/draws.ts";
import { findSignals } from "./finder.ts";
import { resolutionsFor } from "./resolution.ts";
import type { Searchable } from "./source.ts";
import { spectraOf } from "./spectra.ts";
import { powerThreshold } from "./threshold.ts";

const RATE = 6000;
const [LONG, SHORT] = resolutionsFor(RATE, 1e9);
/** Largest error of the approximation, as a factor of the probability. */
const ERROR = 1.11;

/** Real white noise of power 1, as complex samples. */
function realNoise(count: number, seed: number): Float32Array<ArrayBuffer> {
  const values = new Float64Array(count);
  addNoise(values, seed, 0);
  const samples = new Float32Array(2 * count);
  for (let n = 0; n < count; n++) samples[2 * n] = values[n] * Math.SQRT2;
  return samples;
}

/** Expects that a threshold is right, except for the approximation's error. */
function expectThreshold(block: Parameters<typeof powerThreshold>[1], probability: number, right: number): void {
  expect(powerThreshold(LONG, block, probability * ERROR)).toBeLessThan(right);
  expect(powerThreshold(LONG, block, probability / ERROR)).toBeGreaterThan(right);
}

describe("signals/finding/threshold", () => {
  // SciPy 1.17: eigenvalues of the covariance of the cells' real and imaginary parts, and the characteristic function integrated along a line.
  it.each([
    [3, undefined, 1e-11, 11.15739],
    [16, undefined, 1e-11, 3.86295],
    [3, 0, 1e-3, 4.52419],
    [3, 0, 1e-9, 12.79562],
    [3, 0, 1e-11, 15.61552],
    [16, 0, 1e-3, 2.23508],
    [16, 0, 1e-11, 4.8572],
    // Far from frequency 0, real samples have the transforms of complex ones.
    [3, 10, 1e-11, 11.15739],
  ])("%d frames and 3 bins from bin %s on pass it with probability %d", (frames, firstOfReal, probability, right) => {
    expectThreshold({ frames, bins: 3, firstOfReal }, probability, right);
  });

  it("is the chi-squared distribution's with one degree of freedom at frequency 0 of real samples", () => {
    // SciPy: chi2.isf(1e-9, 1).
    expectThreshold({ frames: 1, bins: 1, firstOfReal: 0 }, 1e-9, 37.324893);
  });

  it("is passed as often as it says near frequency 0 of real noise", () => {
    const powers = spectraOf(realNoise(1_000_000, 21), SHORT);
    const [bins, rows, probability] = [SHORT.length, 3, 1e-3];
    const block = { frames: rows, bins: 3 };
    const limits = [{ ...block, firstOfReal: 0 }, block].map((one) => powerThreshold(SHORT, one, probability) / RATE);
    const passed = [0, 0];
    let tests = 0;
    // Blocks that share no samples.
    for (let t = 0; (t + rows) * bins <= powers.length; t += rows + 3, tests++) {
      let sum = 0;
      for (let i = 0; i < rows; i++) for (let j = 0; j < 3; j++) sum += powers[(t + i) * bins + bins / 2 + j];
      for (const [i, limit] of limits.entries()) if (sum > 3 * rows * limit) passed[i]++;
    }
    const expected = tests * probability;
    // Four standard deviations of the binomial distribution.
    expect(Math.abs(passed[0] - expected)).toBeLessThan(4 * Math.sqrt(expected));
    // With the threshold of complex samples they pass more often.
    expect(passed[1]).toBeGreaterThan(3 * expected);
  });

  it("lets real noise make no more detections at frequency 0 than elsewhere", async () => {
    const samples = realNoise(200_000, 31);
    const recording: Searchable = {
      sampleRate: RATE,
      samples: samples.length / 2,
      channels: 1,
      datatype: datatypeOf(false, "f32"),
      read: (start, count) => Promise.resolve(samples.slice(2 * start, 2 * (start + count))),
    };
    let [atZero, above] = [0, 0];
    for await (const { found } of findSignals(recording, { falseAlarms: 0.01 })) {
      for (const { lowHz } of found)
        if (lowHz < 0) atZero++;
        else above++;
    }
    // The blocks of three bins around frequency 0, of eight bins.
    expect(atZero).toBeLessThan(above / 3);
    expect(above).toBeGreaterThan(20);
  });
});
