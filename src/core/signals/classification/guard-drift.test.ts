import { expect, it } from "vitest";
import { createDraws } from "../generator/draws.ts";
import { guardOf } from "./guard.ts";
import { steadyGuardOf } from "./guard-drift.ts";

/** Noise whose every 144 values end as they begin, for 16 values, and whose frequency moves by `slope`. */
function repeating(slope: number, guard = 16) {
  const random = createDraws(5, "samples", 3);
  const [count, rate] = [24_000, 500_000];
  const samples = new Float64Array(2 * count);
  for (let n = 0; n < count; n++) {
    const isGuard = n % (128 + guard) >= 128;
    const [re, im] = isGuard ? [samples[2 * (n - 128)], samples[2 * (n - 128) + 1]] : random.normals();
    samples.set([re, im], 2 * n);
  }
  for (let n = 0; n < count; n++) {
    const angle = Math.PI * slope * ((n - count / 2) / rate) ** 2;
    const [re, im, c, s] = [samples[2 * n], samples[2 * n + 1], Math.cos(angle), Math.sin(angle)];
    samples.set([re * c - im * s, re * s + im * c], 2 * n);
  }
  return { samples, sampleRateHz: rate };
}

it("finds guard intervals although the carrier drifts, and the drift", () => {
  // It turns the repetition 4 times over the signal.
  const signal = repeating(325_000);
  const found = steadyGuardOf(signal, 500_000)!;
  expect(Math.round(found.usefulS * 500_000)).toBe(128);
  expect(found.excess).toBeGreaterThan(30);
  expect(Math.abs(found.slope / 325_000 - 1)).toBeLessThan(0.1);
  expect(guardOf(signal, 500_000)!.excess).toBeLessThan(10);
});

it("finds the same without a drift, and none in noise", () => {
  const steady = repeating(0);
  expect(steadyGuardOf(steady, 500_000)).toEqual({ ...guardOf(steady, 500_000), slope: 0 });
  const noise = repeating(0, 0);
  expect(steadyGuardOf(noise, 500_000)).toEqual({ ...guardOf(noise, 500_000), slope: 0 });
});
