import { expect, it } from "vitest";
import { addNoise } from "../../generator/draws.ts";
import { removeCarriers } from "./removal.ts";

const COUNT = 20_000;
const RATE = 1e6;

function tones(...some: readonly (readonly [hz: number, amplitude: number])[]): Float64Array {
  const samples = new Float64Array(2 * COUNT);
  for (const [hz, amplitude] of some) {
    for (let n = 0; n < COUNT; n++) {
      samples[2 * n] += amplitude * Math.cos((2 * Math.PI * hz * n) / RATE + 1);
      samples[2 * n + 1] += amplitude * Math.sin((2 * Math.PI * hz * n) / RATE + 1);
    }
  }
  return samples;
}

const energyOf = (samples: Float64Array) => samples.reduce((sum, value) => sum + value * value, 0);

it("signals/finding: removal leaves less than −120 dB of a carrier between two cells, whose frequency is known roughly", () => {
  const samples = tones([123_456.78, 1000]);
  const energy = energyOf(samples);
  removeCarriers(samples, RATE, [{ hz: 123_300, withinHz: 300, power: 1e6 }]);
  expect(energyOf(samples)).toBeLessThan(1e-12 * energy);
});

it("signals/finding: removal of a carrier 60 dB over noise changes the noise by a few cells of 20,000", () => {
  const noise = new Float64Array(2 * COUNT);
  addNoise(noise, 5, 0);
  const samples = tones([-70_012.3, 1000]).map((value, i) => value + noise[i]);
  removeCarriers(samples, RATE, [{ hz: -70_000, withinHz: 50, power: 1e6 }]);
  const change = samples.map((value, i) => value - noise[i]);
  // Least squares would fit four real numbers, which take two cells on average; Hann's window takes less than twice as much. 99.99 % of such sums of squares are below 6 times their mean.
  expect(energyOf(change)).toBeLessThan((24 / COUNT) * energyOf(noise));
});

it("signals/finding: removal takes weaker carriers after stronger ones, and leaves what has another power", () => {
  const samples = tones([10_000, 1000], [14_000, 1], [30_000, 1]);
  removeCarriers(samples, RATE, [
    { hz: 14_010, withinHz: 50, power: 1 },
    { hz: 30_000, withinHz: 50, power: 5 },
    { hz: 10_001, withinHz: 50, power: 1e6 },
  ]);
  expect(energyOf(samples) / COUNT).toBeCloseTo(1, 3);
});
