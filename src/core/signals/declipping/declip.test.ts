import { describe, expect, it } from "vitest";
import { addNoise } from "../generator/draws.ts";
import { GENERATOR_DEFAULTS, type GeneratorOptions } from "../generator/options.ts";
import { planBursts } from "../generator/plan.ts";
import { render } from "../generator/render.ts";
import { declip } from "./declip.ts";

const LIMIT = 2;
const limited = (samples: Float32Array) => samples.map((value) => Math.max(-LIMIT, Math.min(LIMIT, value)));
const LIMITS = { low: -LIMIT, high: LIMIT };

/** Three strong bursts side by side in white noise of power 1. */
function bursts(): Float32Array {
  const options: GeneratorOptions = {
    ...GENERATOR_DEFAULTS,
    seed: 5,
    bursts: 3,
    seconds: 0.1,
    snr: [20, 25],
    classes: ["QPSK", "2-FSK", "GMSK"],
  };
  return Float32Array.from([...render(planBursts(options), options, () => {})].flatMap((chunk) => [...chunk]));
}

const powerOf = (values: Float32Array) => values.reduce((sum, value) => sum + value * value, 0) / values.length;

describe("signals/declipping: declip", () => {
  it("restores strong signals, and changes limited samples only, to values beyond the limit", () => {
    const original = bursts();
    const given = limited(original);
    const restored = given.slice();
    const parts = declip(restored, LIMITS);
    expect(parts.length).toBeGreaterThan(0);
    const wrong = restored.filter((value, i) =>
      Math.abs(given[i]) === LIMIT ? Math.abs(value) < LIMIT || value * given[i] < 0 : value !== given[i],
    );
    expect(wrong).toHaveLength(0);
    const errorOf = (samples: Float32Array) => powerOf(samples.map((value, i) => value - original[i]));
    // The limited noise cannot be known, so a part of the error stays: prototypes in Python kept 0.08 to 0.25 of its power.
    expect(errorOf(restored)).toBeLessThan(0.25 * errorOf(given));
  });

  it("leaves limited noise nearly as it is", () => {
    const values = new Float64Array(200_000);
    addNoise(values, 3, 0);
    // 0.2 of the values are limited.
    const given = limited(Float32Array.from(values, (value) => 2.2 * value));
    const restored = given.slice();
    declip(restored, LIMITS);
    // One cell in 10⁵ passes as a signal, and its neighbours with it.
    expect(powerOf(restored.map((value, i) => value - given[i]))).toBeLessThan(1e-3 * powerOf(given));
  });

  it("leaves a recording alone that is shorter than a transform", () => {
    const samples = new Float32Array(500).fill(LIMIT);
    expect(declip(samples, LIMITS)).toEqual([]);
    expect(samples.every((value) => value === LIMIT)).toBe(true);
  });
});
