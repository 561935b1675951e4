import { expect, it } from "vitest";
import { addNoise } from "../../generator/draws.ts";
import { isModulation } from "./modulation.ts";

const [COUNT, STEP] = [32_768, 64];
/** A carrier of amplitude 1 with a phase that grows: 0.1 cycles per sample, and 2 rad more over all. */
const wave = {
  cycles: 0.1,
  step: STEP,
  middle: (STEP - 1) / 2,
  logs: Float64Array.from({ length: (2 * COUNT) / STEP }, (_, i) => (i % 2 ? (2 * (i >> 1)) / (COUNT / STEP) : 0)),
};
const phaseAt = (n: number) => 2 * Math.PI * 0.1 * n + (2 * (n - (STEP - 1) / 2)) / COUNT;

/** Narrow noise with a band of about 0.01 cycles per sample around 0. */
function narrowNoise(seed: number): Float64Array {
  const values = new Float64Array(2 * (COUNT + 200));
  addNoise(values, seed, 0);
  const sums = new Float64Array(2 * COUNT);
  let [re, im] = [0, 0];
  for (let n = 0; n < COUNT + 100; n++) {
    re += values[2 * n] - (n < 100 ? 0 : values[2 * n - 200]);
    im += values[2 * n + 1] - (n < 100 ? 0 : values[2 * n - 199]);
    if (n >= 100) [sums[2 * n - 200], sums[2 * n - 199]] = [re, im];
  }
  return sums;
}

/** Samples with a modulation relative to the carrier. @param at Complex value at a sample. */
function modulated(at: (n: number) => readonly [re: number, im: number]): Float32Array {
  const samples = new Float64Array(2 * COUNT);
  addNoise(samples, 41, 0);
  for (let n = 0; n < COUNT; n++) {
    const [re, im] = at(n);
    const [c, s] = [Math.cos(phaseAt(n)), Math.sin(phaseAt(n))];
    samples[2 * n] += re * c - im * s;
    samples[2 * n + 1] += re * s + im * c;
  }
  return Float32Array.from(samples);
}

const x = narrowNoise(42);
/** A symbol's length of 400 samples. */
const sign = (n: number) => (x[2 * 400 * Math.floor(n / 400)] > 0 ? 1 : -1);
const upper = (n: number): [number, number] => {
  const angle = 2 * Math.PI * 0.005 * n;
  return [5 * Math.cos(angle), 5 * Math.sin(angle)];
};

it.each<[string, (n: number) => readonly [re: number, im: number], boolean]>([
  ["changes its amplitude", (n) => [x[2 * n], 0], true],
  ["changes its phase", (n) => [0, x[2 * n]], true],
  ["is noise around it", (n) => [x[2 * n], x[2 * n + 1]], false],
  [
    "is BPSK with a carrier 1e-4 cycles per sample beside it",
    (n) => [10 * sign(n) * Math.cos(2e-4 * Math.PI * n), 10 * sign(n) * Math.sin(2e-4 * Math.PI * n)],
    false,
  ],
  ["is a tone on one side", upper, false],
])("signals/finding: knows modulations of a carrier, and what is none: %s", (_, at, expected) => {
  const samples = modulated(at);
  expect(isModulation(samples, wave, [0, COUNT], [-0.005, 0.006])).toBe(expected);
  expect(isModulation(samples, wave, [0, COUNT], [0.002, 0.006])).toBe(expected);
});
