import { expect, it } from "vitest";
import { addNoise } from "../../generator/draws.ts";
import { subtractEdge } from "./edges.ts";

const [COUNT, STEP, AMPLITUDE] = [512, 64, 1000];
const wave = {
  cycles: 0.123,
  step: STEP,
  middle: (STEP - 1) / 2,
  logs: Float64Array.from({ length: (2 * 20 * COUNT) / STEP }, (_, i) => (i % 2 ? 0.7 : Math.log(AMPLITUDE))),
};

/** Noise of power 1 and a carrier whose amplitude rises in the middle. @param rise Its amplitude at a distance from there, relative to what it becomes. */
function made(rise: (distance: number) => number): Float32Array {
  const samples = new Float64Array(2 * COUNT);
  addNoise(samples, 51, 0);
  for (let n = 0; n < COUNT; n++) {
    const angle = 2 * Math.PI * 0.123 * (n - COUNT / 2) + 0.7;
    const size = AMPLITUDE * rise(n - COUNT / 2);
    samples[2 * n] += size * Math.cos(angle);
    samples[2 * n + 1] += size * Math.sin(angle);
  }
  return Float32Array.from(samples);
}

const step = (distance: number) => (distance < 0 ? 0 : 1);
const slopes: [string, (distance: number) => number][] = [
  [
    "half a period of a cosine over 120 samples",
    (d) => (1 + Math.sin((Math.PI / 2) * Math.max(-1, Math.min(1, d / 60)))) / 2,
  ],
  ["a line over 200 samples", (d) => Math.max(0, Math.min(1, 0.5 + d / 200))],
  ["an exponential function of 40 samples", (d) => (d < 0 ? 0 : 1 - Math.exp(-d / 40))],
];

/** Returns what is left of a carrier where it rises. */
function left(rise: (distance: number) => number): Float32Array {
  const rest = made((distance) => rise(distance) - step(distance));
  subtractEdge(rest, made(rise), wave, -COUNT / 2);
  return rest;
}

const power = (samples: Float32Array) => samples.reduce((sum, value) => sum + value ** 2, 0) / COUNT;

it.each(slopes)("signals/finding: a carrier that rises as %s leaves no more than some of its noise", (_, rise) => {
  // Where a slope begins, eleven samples do not follow it: there a part of 1e-2 of the amplitude may be left.
  expect(power(left(rise))).toBeLessThan(3);
});

it("signals/finding: around the step of a carrier nothing else is subtracted", () => {
  expect(left(step)).toEqual(made(() => 0));
});
