import { describe, expect, it } from "vitest";
import { addNoise } from "../generator/draws.ts";
import { clippedSamples, distortionOf } from "./clipping.ts";
import { resolutionsFor } from "./resolution.ts";

const noise = (scale: number) => {
  const values = new Float64Array(40_000);
  addNoise(values, 5, 0);
  return values.map((value) => value * scale);
};

describe("signals/finding: clipping", () => {
  it.each<[name: string, make: () => Float32Array, share: number]>([
    ["noise", () => Float32Array.from(noise(1)), 0],
    ["integers of a few steps", () => Float32Array.from(noise(1.5), (value) => Math.round(value) / 128), 0],
    // A share of 2·Q(1) of normal I and Q exceeds one standard deviation.
    [
      "noise limited at its deviation",
      () => Float32Array.from(noise(Math.SQRT2), (value) => Math.max(-1, Math.min(1, value))),
      0.317,
    ],
    [
      "integers that overflow, −128 to 127",
      () =>
        Float32Array.from(noise(128 * Math.SQRT2), (value) => Math.max(-128, Math.min(127, Math.round(value))) / 128),
      0.317,
    ],
  ])("%s", (_, make, share) => {
    const samples = make();
    // Five standard deviations of the share.
    const found = clippedSamples(samples).samples.length / samples.length;
    expect(Math.abs(found - share)).toBeLessThanOrEqual(5 * Math.sqrt((share * (1 - share)) / samples.length));
  });

  it.each<[name: string, make: (value: number, i: number) => number]>([
    ["noise", (value) => value],
    ["few steps", (value) => value / 2000],
    ["a limit on both sides", (value) => Math.max(-900, Math.min(900, value))],
    ["a limit below", (value) => Math.max(-900, value)],
    ["a limit above, where other values are far below", (value) => Math.min(900, 2 * value)],
    ["the whole range", (value) => Math.max(-32_768, Math.min(32_767, 40 * value))],
    ["one negative value", (_, i) => (i === 777 ? -32_768 : 0)],
    ["zeros", () => 0],
  ])("finds the same limits in 16-bit integers and in numbers: %s", (_, make) => {
    const values = Int16Array.from(noise(1000), make);
    expect(clippedSamples(values)).toEqual(clippedSamples(Float32Array.from(values)));
    // These do not begin with a whole pair.
    const odd = values.subarray(1, -1);
    expect(clippedSamples(odd)).toEqual(clippedSamples(Float32Array.from(odd)));
  });

  it("knows the power that a limit makes, relative to the rest", () => {
    const [{ length, ...rest }] = resolutionsFor(1e6, 1e6);
    // Of normal values limited at a: Bussgang's theorem gives the part in phase.
    const density = (a: number) => Math.exp((-a * a) / 2) / Math.sqrt(2 * Math.PI);
    for (const [a, limited] of [
      [0.5, 0.6171],
      [1, 0.3173],
      [2, 0.0455],
      [3, 0.0027],
    ]) {
      const inPhase = (1 - limited) ** 2;
      const power = 1 - limited - 2 * a * density(a) + a * a * limited;
      const clipped = Array.from({ length: Math.round(2 * limited * length) }, (_, i) => Math.floor(i / (2 * limited)));
      const [ratio] = distortionOf({ samples: clipped, remaining: 1 }, { length, ...rest }, 1);
      expect(Math.abs(10 * Math.log10(ratio / (power / inPhase - 1)))).toBeLessThan(1.6);
    }
  });
});
