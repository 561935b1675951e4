import { expect, it } from "vitest";
import { arrayRecording } from "../../capture/array-recording.ts";
import { addNoise } from "../generator/draws.ts";
import { findSignals } from "./finder.ts";
import { evenQuietFrames } from "./quiet-noise.ts";
import { resolutionsFor } from "./resolution.ts";

const [RATE, COUNT] = [1e6, 150_000];
const [START, STOP] = [30_000, 110_000];

it.each([
  [20, 30, -0.35],
  [50, 60, 0.1],
])(
  "signals/finding: a strong keyed signal without a filter (%d samples per symbol) makes no signals of the noise before and after it",
  async (symbol, strength, cycles) => {
    // Bits of a shift register with the greatest period.
    let state = 0x7fff;
    const bits = Array.from({ length: COUNT / symbol }, () => {
      state = (state >> 1) | (((state ^ (state >> 1)) & 1) << 14);
      return state & 1;
    });
    const noise = new Float64Array(2 * COUNT);
    addNoise(noise, 1, 0);
    const samples = Float32Array.from(noise, (value, i) => {
      const n = i >> 1;
      const angle = 2 * Math.PI * ((cycles * n) % 1);
      const amplitude = n >= START && n < STOP ? strength * bits[Math.floor(n / symbol)] : 0;
      return value + amplitude * (i % 2 ? Math.sin(angle) : Math.cos(angle));
    });
    const found = [];
    for await (const part of findSignals(arrayRecording(samples, { sampleRate: RATE }))) found.push(...part.found);
    expect(found.filter(({ start, stop }) => stop < START || start > STOP)).toEqual([]);
    expect(found.some(({ start, stop }) => Math.abs(start - START) < 200 && Math.abs(stop - STOP) < 200)).toBe(true);
  },
);

it("signals/finding: quiet frames that hold silence alone are not divided by its noise", () => {
  const [resolution] = resolutionsFor(RATE, COUNT);
  const bins = resolution.length;
  const gain = Float64Array.from({ length: 400 }, (_, t) => (t < 200 ? 0.01 : 1));
  const ratios = new Float32Array(400 * bins).fill(1);
  ratios.fill(1e-40, 0, 199 * bins);
  const floor = { gain, shape: new Float64Array(bins).fill(1e-6), least: 1e-15 };
  evenQuietFrames({ ratios, frames: 400, bins }, floor, resolution);
  expect(ratios.every((value) => value <= 1)).toBe(true);
});
