import { describe, expect, it } from "vitest";
import { binPowersOf } from "../../fft/fft.float64.ts";
import { arrayRecording } from "../../capture/array-recording.ts";
import { addNoise } from "../generator/draws.ts";
import { measureRecording } from "./measure.ts";
import { middleOfLobe } from "./wide-sides.ts";

/** A point of a constellation. */
type Point = readonly [number, number];

const RATE = 1e6;
const SIZE = 65_536;
/** Numbers from 0 to 3, of a linear congruential generator. */
const DATA: number[] = [];
for (let state = 1; DATA.length < 1200;) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  DATA.push(state >>> 30);
}

/** The samples of symbols without a filter, from sample 15,000 on, at 60 kHz. Each sample is the mean over its time. */
function rectangles(symbols: readonly Point[], symbolRateHz: number): Float64Array {
  const samples = new Float64Array(2 * SIZE);
  const perSymbol = RATE / symbolRateHz;
  for (const [k, [re, im]] of symbols.entries()) {
    for (let n = Math.floor(k * perSymbol); n < (k + 1) * perSymbol; n++) {
      const share = Math.min(n + 1, (k + 1) * perSymbol) - Math.max(n, k * perSymbol);
      const angle = 2 * Math.PI * 0.06 * n;
      samples[2 * (15_000 + n)] += share * (re * Math.cos(angle) - im * Math.sin(angle));
      samples[2 * (15_000 + n) + 1] += share * (re * Math.sin(angle) + im * Math.cos(angle));
    }
  }
  return samples;
}

/** The 99 % bandwidth by its definition, without noise. */
function bandwidthOf(samples: Float64Array): number {
  const powers = binPowersOf(SIZE, (part) => part.set(samples));
  const half = SIZE / 2;
  const ordered = Float64Array.from(powers, (_, i) => powers[(i + half) % SIZE]);
  const total = ordered.reduce((sum, power) => sum + power, 0);
  let sum = 0;
  const sums = ordered.map((power) => (sum += power));
  const placeOf = (share: number) => sums.findIndex((value) => value >= share * total);
  return ((placeOf(0.995) - placeOf(0.005)) * RATE) / SIZE;
}

describe("signals/measuring: symbols without filters", () => {
  it.each<[string, number, number, Point[]]>([
    ["on and off", 18_000, 17, DATA.map((value, k) => [k === 0 ? 1 : value & 1, 0])],
    ["two levels", 15_000, 20, DATA.map((value) => [value & 1 ? 1 : 0.4, 0])],
    ["four phases", 14_000, 17, DATA.map((value) => [value & 1 ? 1 : -1, value & 2 ? 1 : -1])],
  ])("the 99 %% bandwidth of %s holds the sides under the noise", async (_, symbolRateHz, snrDb, symbols) => {
    const count = Math.floor((0.035 * RATE * symbolRateHz) / RATE);
    const samples = rectangles(symbols.slice(0, count), symbolRateHz);
    const widthHz = bandwidthOf(samples);
    const energy = samples.reduce((sum, value) => sum + value * value, 0);
    const power = (energy * symbolRateHz) / (count * RATE);
    const gain = Math.sqrt((10 ** (snrDb / 10) * widthHz) / RATE / power);
    const noisy = new Float64Array(2 * SIZE);
    addNoise(noisy, 5, 0);
    for (let i = 0; i < noisy.length; i++) noisy[i] = 0.01 * (noisy[i] + gain * samples[i]);
    const recording = arrayRecording(Float32Array.from(noisy), { sampleRate: RATE });
    const found = [];
    for await (const { detections } of measureRecording(recording)) found.push(...detections);
    expect(found).toHaveLength(1);
    expect(Math.abs(found[0].bandwidthHz / widthHz - 1)).toBeLessThan(0.2);
    expect(Math.abs(found[0].snrDb - snrDb)).toBeLessThan(1.5);
    // The lobes of phases tell no symbol rate, rather than a wrong one.
    expect(Math.abs((found[0].symbolRateHz ?? symbolRateHz) / symbolRateHz - 1)).toBeLessThan(1e-3);
  });
});

it("signals/measuring: the middle of the main lobe in a box is found though another signal's lobes reach one side of it", () => {
  const lobeOf = (k: number, middle: number, rate: number) => {
    const x = (Math.PI * (k + 0.5 - middle)) / rate;
    return x === 0 ? 1 : (Math.sin(x) / x) ** 2;
  };
  const power = Float64Array.from({ length: 4096 }, (_, k) => lobeOf(k, 2000.3, 50) + 0.5 * lobeOf(k, 1700, 80));
  // The other one's lobes add 0.1 % of the power in the main lobe, at one side of it.
  const middle = middleOfLobe({ power, noise: 0, bin: 1, cell: 1 }, { from: 1800, to: 2200 }, 50);
  expect(Math.abs(middle - 2000.3)).toBeLessThan(0.5);
});
