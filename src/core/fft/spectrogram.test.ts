import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, testRandom, upload } from "../gpu/testing.ts";
import { spectrogram } from "./spectrogram.reference.ts";
import { spectrogramInFloat64 } from "./spectrogram.float64.ts";
import { createSpectrogram, listedSegments } from "./spectrogram.ts";

interface Sizes {
  length: number;
  columns: number;
  segments: number;
}

/** Mean and peaks of each column. */
async function computed(x: Float64Array, starts: readonly number[][], length: number): Promise<Float32Array[]> {
  const device = await testDevice();
  const plan = await createSpectrogram(device, {
    length,
    source: listedSegments({
      samples: upload(device, Float32Array.from(x)),
      starts: upload(device, Uint32Array.from(starts.flat())),
    }),
    columns: starts.length,
    segments: starts[0].length,
  });
  const outputs = [plan.decibels, plan.peaks];
  for (const output of outputs) poison(device, output);
  await run(device, plan);
  const levels = await Promise.all(outputs.map((output) => readFloats(device, output, starts.length * length)));
  plan.destroy();
  return levels;
}

const amplitude = (decibels: number) => 10 ** (decibels / 20);

/** The largest error in amplitude, beside what 0.01 dB of the bin itself are. */
const worst = (actual: ArrayLike<number>, expected: ArrayLike<number>) =>
  Array.from(expected, (value, i) => {
    return Math.abs(amplitude(actual[i]) - amplitude(value)) - (amplitude(0.01) - 1) * amplitude(value);
  }).reduce((most, value) => Math.max(most, value), -Infinity);

describe("fft/spectrogram", () => {
  it.each<Sizes>([
    { length: 2048, columns: 3, segments: 2 },
    { length: 512, columns: 37, segments: 1 },
    { length: 256, columns: 9, segments: 5 },
    { length: 64, columns: 33, segments: 3 },
    { length: 16, columns: 131, segments: 1 },
    { length: 16, columns: 1, segments: 7 },
  ])(
    "agrees with the reference within 0.01 dB in each bin, or float32's rounding of the strongest: %o",
    async ({ length, columns, segments }) => {
      const count = 5 * length + 77;
      const noise = testNormals(length + columns, 2 * count);
      const x = noise.map((value, i) => 0.01 * value + (i % 2 ? Math.sin : Math.cos)(0.9 * (i >> 1)));
      const random = testRandom(columns);
      const starts = Array.from({ length: columns }, () =>
        Array.from({ length: segments }, () => Math.floor(random() * (count - length + 1))),
      );
      const [decibels, peaks] = await computed(x, starts, length);
      expect(worst(decibels, spectrogram(x, starts, length))).toBeLessThan(2e-7);
      expect(worst(peaks, spectrogram(x, starts, length, "peak"))).toBeLessThan(2e-7);
    },
  );

  it("has a tone of amplitude 1 at 0 dB in its bin, and silence at −200 dB", async () => {
    const [length, bin] = [128, -20];
    const x = new Float64Array(4 * length);
    for (let n = 0; n < length; n++) {
      x[2 * n] = Math.cos((2 * Math.PI * bin * n) / length);
      x[2 * n + 1] = Math.sin((2 * Math.PI * bin * n) / length);
    }
    const [decibels] = await computed(x, [[0], [length]], length);
    expect(decibels.indexOf(Math.max(...decibels))).toBe(length / 2 + bin);
    expect(decibels[length / 2 + bin]).toBeCloseTo(0, 4);
    for (const value of decibels.subarray(length)) expect(value).toBeCloseTo(-200, 3);
  });

  it.each([
    { length: 512, windowLength: 512 },
    { length: 64, windowLength: 50 },
  ])("has the same in float64: %o", ({ length, windowLength }) => {
    const x = Float32Array.from(testNormals(length, 2 * 3 * length));
    // The reference's window is as long as a transform. A shorter one sums by the definition.
    const window = Array.from({ length: windowLength }, (_, n) => {
      const angle = (2 * Math.PI * n) / windowLength;
      return 0.42 - 0.5 * Math.cos(angle) + 0.08 * Math.cos(2 * angle);
    });
    const scale = window.reduce((sum, value) => sum + value, 0) ** 2;
    const levels = spectrogramInFloat64(x, { length, windowLength });
    for (const [segment, bin] of [
      [0, 0],
      [1, 17],
      [2, length - 1],
    ]) {
      let [re, im] = [0, 0];
      for (const [n, value] of window.entries()) {
        const angle = (-2 * Math.PI * (bin - length / 2) * n) / length;
        const [a, b] = x.subarray(2 * (segment * length + n));
        re += value * (a * Math.cos(angle) - b * Math.sin(angle));
        im += value * (a * Math.sin(angle) + b * Math.cos(angle));
      }
      // float32's rounding of a level of some 30 dB.
      expect(levels[segment * length + bin]).toBeCloseTo(10 * Math.log10((re ** 2 + im ** 2) / scale), 5);
    }
    expect(spectrogramInFloat64(new Float32Array(2 * length), { length, windowLength })[3]).toBe(-200);
  });

  it.each<[string, Partial<Sizes>]>([
    ["length must be a power of two from 16 to 2048, got 100", { length: 100 }],
    ["columns must be an integer from 1 to 1048560, got 0", { columns: 0 }],
    ["segments must be an integer ≥ 1, got 0.5", { segments: 0.5 }],
  ])("refuses: %s", async (message, wrong) => {
    const device = await testDevice();
    const samples = upload(device, new Float32Array(256));
    const starts = upload(device, new Uint32Array(1));
    const config = { length: 128, columns: 1, segments: 1, source: listedSegments({ samples, starts }), ...wrong };
    await expect(createSpectrogram(device, config)).rejects.toThrow(`fft/spectrogram: ${message}`);
  });
});
