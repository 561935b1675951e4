import { expect, it } from "vitest";
import { addNoise } from "../generator/draws.ts";
import { classify } from "../classification/classify.ts";
import { toBurst } from "../finding/burst.ts";
import { measureBurst } from "./measure-burst.ts";

it.each([1, 2, 5, 20, 60, 200, 720])(
  "a signal of %i samples has finite values, with bounds inside its burst",
  (length) => {
    const samples = new Float64Array(2 * 4000);
    addNoise(samples, length, 0);
    for (let i = 1000; i < 1000 + length; i++) samples[2 * i] += 8;
    const box = { start: 1000, stop: 1000 + length, lowHz: -4000, highHz: 6000, noiseDensity: 1e-5, notes: [] };
    const burst = toBurst(samples, 1e5, box);
    const measured = measureBurst(burst);
    for (const [name, value] of Object.entries(measured)) {
      if (typeof value === "number") expect([name, Number.isFinite(value)]).toEqual([name, true]);
    }
    expect(measured.start).toBeGreaterThanOrEqual(0);
    expect(measured.stop).toBeLessThanOrEqual(burst.samples.length / 2);
    expect(measured.stop).toBeGreaterThan(measured.start);
    const { confidence, candidates } = classify(burst, measured);
    expect(
      [confidence, ...candidates.map((one) => one.confidence)].filter((value) => !(value >= 0 && value <= 1)),
    ).toEqual([]);
  },
);
