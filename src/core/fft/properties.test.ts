import { describe, expect, it } from "vitest";
import { errorDb, testDevice, testNormals, testRandom } from "../gpu/testing.ts";
import { createFft, FFT_LONGEST } from "./fft.ts";
import { tolerance, transformed } from "./testing.ts";

const random = testRandom(20_261_122);

/** Lengths from 2 to about `most`, as many of each order of magnitude. */
const lengthsTo = (most: number, count: number) =>
  Array.from({ length: count }, () => Math.round(2 * (most / 2) ** random()));

async function transform(length: number, x: Float64Array): Promise<Float32Array> {
  const device = await testDevice();
  const batch = x.length / 2 / length;
  return transformed(device, (input) => createFft(device, { length, batch, input }), x);
}

const energy = (x: ArrayLike<number>) => Array.from(x).reduce((sum, value) => sum + value * value, 0);

/** Every `step`-th bin in float64, by its definition. */
function binsOf(x: Float64Array, step: number): Float64Array {
  const N = x.length / 2;
  const cos = Float64Array.from({ length: N }, (_, i) => Math.cos((2 * Math.PI * i) / N));
  const sin = Float64Array.from({ length: N }, (_, i) => -Math.sin((2 * Math.PI * i) / N));
  const bins = new Float64Array(2 * Math.ceil(N / step));
  for (let i = 0; 2 * i < bins.length; i++) {
    for (let n = 0, turn = 0; n < N; n++, turn = (turn + i * step) % N) {
      bins[2 * i] += x[2 * n] * cos[turn] - x[2 * n + 1] * sin[turn];
      bins[2 * i + 1] += x[2 * n] * sin[turn] + x[2 * n + 1] * cos[turn];
    }
  }
  return bins;
}

async function expectBins(length: number, count: number): Promise<void> {
  const x = testNormals(length, 2 * length);
  const X = await transform(length, x);
  const step = Math.ceil(length / count);
  const chosen = X.filter((_, i) => (i >> 1) % step === 0);
  expect(errorDb(chosen, binsOf(x, step))).toBeLessThan(tolerance(length));
}

describe("fft/fft keeps what transforms keep", () => {
  it.each(lengthsTo(8192, 5))("%i points: sums, energy, shifts", async (N) => {
    const [a, b, s] = [2 * random() - 1, 2 * random() - 1, Math.floor(N * random())];
    const [x, y] = [testNormals(N, 2 * N), testNormals(N + 1, 2 * N)];
    const sum = x.map((value, i) => a * value + b * y[i]);
    const shifted = x.map((_, i) => x[2 * (((i >> 1) - s + N) % N) + (i & 1)]);
    const rows = await transform(N, Float64Array.from([...x, ...y, ...sum, ...shifted]));
    const [X, Y, SUM, SHIFTED] = [0, 1, 2, 3].map((row) =>
      Float64Array.from(rows.subarray(2 * N * row, 2 * N * (row + 1))),
    );
    const linear = X.map((value, i) => a * value + b * Y[i]);
    expect(errorDb(SUM, linear)).toBeLessThan(tolerance(N));
    expect(Math.abs(energy(X) / N / energy(x) - 1)).toBeLessThan(1e-6 * Math.log2(N));
    // X[k]·e^{−j2πks/N}
    const turned = X.map((_, i) => {
      const k = i >> 1;
      const angle = (-2 * Math.PI * ((k * s) % N)) / N;
      const [c, d] = [Math.cos(angle), Math.sin(angle)];
      return i & 1 ? X[2 * k] * d + X[2 * k + 1] * c : X[2 * k] * c - X[2 * k + 1] * d;
    });
    expect(errorDb(SHIFTED, turned)).toBeLessThan(tolerance(N));
  });

  it.each(lengthsTo(2 ** 15, 5))("%i points are within 1e-6·log2 N", (length) => expectBins(length, 256));

  describe.runIf(process.env.THREERAY_SLOW)("long transforms (THREERAY_SLOW)", () => {
    const lengths = [...lengthsTo(FFT_LONGEST, 12), FFT_LONGEST - 1, FFT_LONGEST, 3 ** 13, 7 * 10 ** 5];
    it.each(lengths)("%i points are within 1e-6·log2 N", (length) => expectBins(length, 32), 300_000);
  });
});
