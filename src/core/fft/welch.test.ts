import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { welch } from "./welch.reference.ts";
import { createWelch, type WelchConfig } from "./welch.ts";

type Sizes = Omit<WelchConfig, "samples">;

/** Noise with a spectrum of 60 dB range: low-passed, and a tone. */
function colored(seed: number, count: number): Float64Array {
  const noise = testNormals(seed, 2 * count);
  const x = new Float64Array(2 * count);
  for (let i = 0; i < 2 * count; i++) {
    x[i] =
      0.001 * noise[i] +
      (0.1 * ((noise[i] ?? 0) + 3 * (noise[i - 2] ?? 0) + 3 * (noise[i - 4] ?? 0) + (noise[i - 6] ?? 0))) / 8;
    x[i] += (i % 2 ? Math.sin : Math.cos)(2 * Math.PI * 0.3137 * (i >> 1));
  }
  return x;
}

async function estimate(x: Float64Array, sizes: Sizes, ...selections: Sizes["rows"][]): Promise<Float32Array[]> {
  const device = await testDevice();
  const plan = await createWelch(device, { ...sizes, samples: upload(device, Float32Array.from(x)) });
  const spectra = [];
  for (const rows of [sizes.rows, ...selections]) {
    plan.select(rows);
    poison(device, plan.spectrum);
    await run(device, plan);
    spectra.push(await readFloats(device, plan.spectrum, sizes.length));
  }
  plan.destroy();
  return spectra;
}

const decibels = (values: ArrayLike<number>) => Array.from(values, (value) => 10 * Math.log10(value));

describe("fft/welch", () => {
  it.each<Sizes>([
    { length: 2048, rowStride: 4096, rows: { first: 0, count: 1 } },
    { length: 2048, rowStride: 9001, rows: { first: 0, count: 3 } },
    { length: 1024, rowStride: 4099, span: { start: 17, length: 4079 }, rows: { first: 1, count: 2 } },
    { length: 256, rowStride: 150_000, rows: { first: 0, count: 2 } },
    { length: 16, rowStride: 101, rows: { first: 2, count: 5 } },
  ])("agrees with the reference within 0.01 dB in each bin: %o", async (sizes) => {
    const { length, rowStride, span = { start: 0, length: rowStride }, rows } = sizes;
    const x = colored(length, rowStride * (rows.first + rows.count));
    const [spectrum] = await estimate(x, sizes);
    const chosen = Array.from({ length: rows.count }, (_, r) => {
      const start = (rows.first + r) * rowStride + span.start;
      return x.subarray(2 * start, 2 * (start + span.length));
    });
    const expected = decibels(welch(chosen, length));
    const difference = decibels(spectrum).map((value, k) => Math.abs(value - expected[k]));
    expect(Math.max(...difference)).toBeLessThan(0.01);
  });

  it("averages the rows selected last, with the same result in each run", async () => {
    const sizes = { length: 64, rowStride: 1000, rows: { first: 0, count: 4 } };
    const x = colored(3, 4 * sizes.rowStride);
    const spectra = await estimate(x, sizes, { first: 2, count: 1 }, { first: 0, count: 4 });
    expect(spectra[2]).toEqual(spectra[0]);
    const expected = decibels(welch([x.subarray(4000, 6000)], sizes.length));
    const difference = decibels(spectra[1]).map((value, k) => Math.abs(value - expected[k]));
    expect(Math.max(...difference)).toBeLessThan(0.01);
  });

  it("spreads white noise evenly, with its variance as the sum", async () => {
    const sizes = { length: 128, rowStride: 2 ** 17, rows: { first: 0, count: 1 } };
    const [spectrum] = await estimate(testNormals(9, 2 * sizes.rowStride), sizes);
    expect(spectrum.reduce((sum, value) => sum + value, 0)).toBeCloseTo(2, 1);
    for (const value of decibels(spectrum)) expect(Math.abs(value - decibels([2 / 128])[0])).toBeLessThan(0.8);
  });

  const fine = { length: 64, rowStride: 100, rows: { first: 0, count: 1 } };
  it.each<[string, Sizes]>([
    ["length must be a power of two from 16 to 2048, got 100", { ...fine, length: 100 }],
    ["span must hold 128 samples, got 100", { ...fine, length: 128 }],
    ["span must lie within 100 samples, got 99 from 2", { ...fine, span: { start: 2, length: 99 } }],
    ["rows must be at least one, from one ≥ 0 on, got 0 from 1", { ...fine, rows: { first: 1, count: 0 } }],
  ])("refuses: %s", async (message, sizes) => {
    const device = await testDevice();
    const samples = upload(device, new Float32Array(64));
    await expect(createWelch(device, { ...sizes, samples })).rejects.toThrow(`fft/welch: ${message}`);
  });
});
