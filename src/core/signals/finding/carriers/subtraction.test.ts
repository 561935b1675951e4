import { expect, it } from "vitest";
import { addNoise } from "../../generator/draws.ts";
import { subtractCarriers } from "./subtraction.ts";

const [COUNT, RATE, STEP] = [65_536, 1e6, 64];
const HZ = 123_456.7;
/** The carrier as it was found: somewhat beside its place. */
const FOUND = { hz: HZ + 400, withinHz: 1000 };

/** Noise of power 1, with something added to it. @param at Complex value at a sample. */
function made(at: (n: number) => readonly [re: number, im: number]): Float32Array {
  const values = new Float64Array(2 * COUNT);
  addNoise(values, 31, 0);
  for (let n = 0; n < COUNT; n++) {
    const [re, im] = at(n);
    values[2 * n] += re;
    values[2 * n + 1] += im;
  }
  return Float32Array.from(values);
}

const carrier =
  (amplitude: (n: number) => number, phase: (n: number) => number = () => 0) =>
  (n: number) => {
    const angle = 2 * Math.PI * ((HZ / RATE) * n) + phase(n);
    return [amplitude(n) * Math.cos(angle), amplitude(n) * Math.sin(angle)] as const;
  };

/** Mean power of the difference of two recordings of a burst of noise over the carrier's band. */
const difference = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + (value - b[i]) ** 2, 0) / COUNT;

it.each([
  ["steady", carrier(() => 1000)],
  [
    "drifting by 400 Hz per second",
    carrier(
      () => 1000,
      (n) => Math.PI * 400 * (n / RATE - 0.03) ** 2,
    ),
  ],
  ["falling by 1 dB", carrier((n) => 1000 * 10 ** (-n / COUNT / 20))],
])("signals/finding: a carrier 60 dB over all noise is subtracted, and the noise stays as it is: %s", (_, at) => {
  const samples = made(at);
  expect(subtractCarriers(samples, [FOUND], { sampleRateHz: RATE, step: STEP })).toHaveLength(1);
  // Eight fitted numbers take as many of the noise's 2 · 65,536, and float32 rounds a carrier of 1000 by up to 3e-5.
  expect(
    difference(
      samples,
      made(() => [0, 0]),
    ),
  ).toBeLessThan((2 * 8) / COUNT);
});

it("signals/finding: a burst over a carrier stays as it is", () => {
  const draws = new Float64Array(2 * COUNT);
  addNoise(draws, 32, 0);
  // 20 dB over the noise's density, for a sixth of the time.
  const burst = (n: number) =>
    n > 20_000 && n < 31_000 ? ([10 * draws[2 * n], 10 * draws[2 * n + 1]] as const) : ([0, 0] as const);
  const steady = carrier(() => 1000);
  const samples = made((n) => [burst(n)[0] + steady(n)[0], burst(n)[1] + steady(n)[1]]);
  expect(subtractCarriers(samples, [FOUND], { sampleRateHz: RATE, step: STEP })).toHaveLength(1);
  // The fitted numbers take as many of the burst's.
  expect(difference(samples, made(burst))).toBeLessThan((2 * 8 * 100) / COUNT);
});

it.each([
  ["steps by 2 dB", carrier((n) => (n < 40_000 ? 1000 : 1259))],
  ["is off at the end", carrier((n) => (n < 60_000 ? 1000 : 0))],
  [
    "jumps by 30°",
    carrier(
      () => 1000,
      (n) => (n < 30_000 ? 0 : Math.PI / 6),
    ),
  ],
  ["is keyed", carrier((n) => (n % 5000 < 2500 ? 1000 : 0))],
])("signals/finding: a carrier is left if it %s", (_, at) => {
  const samples = made(at);
  expect(subtractCarriers(samples, [FOUND], { sampleRateHz: RATE, step: STEP })).toEqual([]);
  expect(samples).toEqual(made(at));
});
