import { describe, expect, it } from "vitest";
import { addNoise } from "../generator/draws.ts";
import { guardOf } from "./guard.ts";

const LENGTH = 16_000;

/** OFDM of 96 carriers whose useful part is no whole number of samples: the end of each symbol comes first, too. */
function ofdm(useful: number, guard: number): Float64Array {
  const signs = new Float64Array(2 * 96 * Math.ceil(LENGTH / useful));
  addNoise(signs, 11, 0);
  const samples = new Float64Array(2 * LENGTH);
  for (let n = 0; n < LENGTH; n++) {
    const symbol = Math.floor(n / (useful * (1 + guard)));
    const time = n - symbol * useful * (1 + guard) - guard * useful;
    for (let k = 0; k < 96; k++) {
      const angle = (2 * Math.PI * (k - 47.5) * time) / useful;
      const at = 2 * (96 * symbol + k);
      const [re, im] = [Math.sign(signs[at]), Math.sign(signs[at + 1])];
      samples[2 * n] += re * Math.cos(angle) - im * Math.sin(angle);
      samples[2 * n + 1] += re * Math.sin(angle) + im * Math.cos(angle);
    }
  }
  return samples;
}

describe("signals/classification: guard intervals", () => {
  it.each([
    [129.5, 1 / 32],
    [133.4, 1 / 8],
    [135, 1 / 4],
  ])("of a useful part of %d samples, times %d", (useful, guard) => {
    const found = guardOf({ samples: ofdm(useful, guard), sampleRateHz: 1 }, 96 / useful);
    expect(Math.abs((found?.usefulS ?? 0) - useful)).toBeLessThanOrEqual(0.5);
    expect((found?.guardS ?? 0) / (found?.usefulS ?? 1)).toBeCloseTo(guard, 6);
    // Independent products that add in phase exceed the mean power by their number. A delay that is half a sample off leaves sinc² of half the band.
    const band = 96 / useful;
    const sinc = Math.sin((Math.PI * band) / 2) / ((Math.PI * band) / 2);
    const most = ((LENGTH * band * guard) / (1 + guard)) * sinc ** 2;
    expect(found?.strength).toBeGreaterThan(most / 2);
  });

  it.each([
    [129.5, 0.05],
    [133.4, 0.19],
    [135, 0.45],
  ])("of a useful part of %d samples, times %d, which no standard has", (useful, guard) => {
    const found = guardOf({ samples: ofdm(useful, guard), sampleRateHz: 1 }, 96 / useful);
    expect(Math.abs((found?.usefulS ?? 0) - useful)).toBeLessThanOrEqual(0.5);
    // The useful part is off by up to half a sample, and so is the rest of the period.
    expect(Math.abs((found?.guardS ?? 0) - guard * useful)).toBeLessThanOrEqual(1);
    expect(found?.excess).toBeGreaterThan(100);
  });

  it("are none in noise", () => {
    const samples = new Float64Array(2 * LENGTH);
    addNoise(samples, 12, 0);
    // Noise exceeds x with a probability of e^−x.
    expect(guardOf({ samples, sampleRateHz: 1 }, 0.9)?.excess).toBeLessThan(5);
  });
});
