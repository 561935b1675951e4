import { describe, expect, it } from "vitest";
import { addNoise } from "../generator/draws.ts";
import { linearSweepOf } from "./sweep.ts";

const [LENGTH, RATE] = [2000, 20_000];

/** Samples of a signal in a band of 10 kHz, with noise. */
function made(valueAt: (n: number) => [amplitude: number, cycles: number], noise: number): Float64Array {
  const samples = new Float64Array(2 * LENGTH);
  addNoise(samples, 31, 0);
  for (let n = 0; n < LENGTH; n++) {
    const [amplitude, cycles] = valueAt(n);
    samples[2 * n] = Math.sqrt(noise) * samples[2 * n] + amplitude * Math.cos(2 * Math.PI * cycles);
    samples[2 * n + 1] = Math.sqrt(noise) * samples[2 * n + 1] + amplitude * Math.sin(2 * Math.PI * cycles);
  }
  return samples;
}

describe("signals/classification: a linear sweep", () => {
  it.each([0.01, 0.1])("is found with its slope, with noise of %f", (noise) => {
    // 10 kHz in 10 ms.
    const period = RATE / 100;
    const samples = made((n) => {
      const t = (n % period) / RATE;
      return [1, -5000 * t + 0.5e6 * t * t];
    }, noise);
    const { share, slope } = linearSweepOf({ samples, sampleRateHz: RATE }, 10_000, 1);
    expect(share).toBeGreaterThan(0.75);
    expect(share).toBeLessThanOrEqual(1.1);
    expect(Math.abs(slope / 1e6 - 1)).toBeLessThan(0.03);
  });

  it.each([0.01, 0.1])("is found if it goes up or down by chance, with noise of %f", (noise) => {
    // 10 kHz in 10 ms, as 32 bits say.
    const period = RATE / 100;
    const samples = made((n) => {
      const t = (n % period) / RATE;
      const sign = (0xb5297a4d >>> (Math.floor(n / period) % 32)) & 1 ? 1 : -1;
      return [1, sign * (0.5e6 * t * t - 5000 * t)];
    }, noise);
    const { share, slope } = linearSweepOf({ samples, sampleRateHz: RATE }, 10_000, 1);
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeLessThanOrEqual(1.1);
    // The delay, in samples, is rounded.
    expect(Math.abs(slope / 1e6 - 1)).toBeLessThan(0.1);
  });

  it.each<[string, (n: number) => [number, number], number]>([
    // Its slope follows the same sine, both ways.
    [
      "a frequency that follows a tone",
      (n) => [1, (3000 / 150 / 2 / Math.PI) * Math.sin((2 * Math.PI * 150 * n) / RATE)],
      0.05,
    ],
    // Two tones in turn, as a preamble has them: the phase goes up and down.
    ["two tones in turn", (n) => [1, 0.25 * Math.abs(1 - ((n / 8) % 2))], 0.05],
    // Bits in turn at 2400 Bd have lines at odd multiples of 1200 Hz; those from 3 to 10 kHz remain after a filter.
    ["lines of a periodic signal", (n) => periodic(n), 0.05],
    ["a tone with strong clicks", (n) => [n % 500 < 4 ? 12 : 0.3, 0.11 * n], 0.01],
  ])("is not seen in %s", (_, valueAt, noise) => {
    const samples = made(valueAt, noise);
    let power = 0;
    for (const value of samples) power += (value * value) / LENGTH;
    const { share } = linearSweepOf({ samples, sampleRateHz: RATE }, 10_000, power - noise);
    expect(share).toBeLessThan(0.45);
  });

  it("is not seen in narrow noise that is strong for a moment", () => {
    const samples = new Float64Array(2 * LENGTH);
    addNoise(samples, 101, 0);
    for (let i = samples.length - 1; i >= 2; i--) samples[i] = (samples[i] + samples[i - 2]) / 2;
    for (let i = 0; i < samples.length; i++) samples[i] *= i >= 0.95 * samples.length ? 8 : 0.5;
    const power = samples.reduce((sum, value) => sum + value * value, 0) / LENGTH;
    expect(linearSweepOf({ samples, sampleRateHz: RATE }, 10_000, power).share).toBeLessThan(0.45);
  });
});

/** Two lines, 2400 Hz apart. */
function periodic(n: number): [number, number] {
  const beat = Math.cos((2 * Math.PI * 1200 * n) / RATE);
  return [Math.SQRT2 * beat, (4800 * n) / RATE];
}
