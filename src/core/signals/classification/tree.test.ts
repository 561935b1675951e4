import { expect, it } from "vitest";
import type { Statistics } from "./statistics.ts";
import { probabilityOf } from "./tree.ts";

const gaussian = (kurtosis: number, values: number, squareLine = 0) =>
  probabilityOf("gaussian", {
    envelope: () => ({ total: 1, signal: 1, kurtosis }),
    guard: () => undefined,
    squareLine: () => squareLine,
    values,
  } as unknown as Statistics);

it("signals/classification: noise has a kurtosis of 2, as far as its values show it; a few pulses have more", () => {
  // The kurtosis of n Gaussian values deviates by √(20/n).
  expect(gaussian(2.6, 50)).toBeGreaterThan(0.95);
  expect(gaussian(2 + 2 * Math.sqrt(20 / 300), 300)).toBeGreaterThan(0.95);
  expect(gaussian(4.4, 50)).toBeLessThan(0.05);
  expect(gaussian(3, 1000)).toBeLessThan(0.2);
  expect(gaussian(1.2, 1000)).toBeLessThan(0.05);
  // Of 300 values of noise, the strongest has about ln(600)/300 of the power; a real Gaussian amplitude has a third in its line, and 0.3 with noise.
  expect(gaussian(2, 300, Math.log(600) / 300)).toBeGreaterThan(0.95);
  expect(gaussian(2, 1000, 0.3)).toBeLessThan(0.001);
});

it("signals/classification: where a limit cut samples, the pulse must differ more from MSK's to be GMSK's", () => {
  const gmsk = (pulse: number, isRestored: boolean) =>
    probabilityOf("sinePulse", { offset: () => ({ pulse }), isRestored } as unknown as Statistics);
  expect(gmsk(0.18, false)).toBeGreaterThan(0.95);
  expect(gmsk(0.18, true)).toBeLessThan(0.9);
  // BT = 0.3.
  expect(gmsk(0.28, true)).toBeGreaterThan(0.95);
  expect(gmsk(0.11, true)).toBeLessThan(0.05);
});
