import { assert, asyncProperty, double, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { gpuRuns, poison, readFloats, readWords, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { wordsOf } from "../../gpu/rows.ts";
import { transmit } from "../frame/frame.float64.ts";
import { rateOf } from "../frame/rates.ts";
import { autocorrelation, risen } from "./autocorrelation.reference.ts";
import { createAutocorrelation } from "./autocorrelation.ts";
import { RISE } from "./search.ts";

/** A frame of 100 octets at 24 Mbit/s. */
const frame = transmit({ rate: rateOf(24), psdu: new Uint8Array(100).fill(37), scramblerState: 5 });

/** Noise, with a frame at `at` that is `gain` times as strong, and a constant. */
function received(length: number, at: number, { gain = 10, dc = 0, seed = 1 } = {}): Float64Array {
  const samples = testNormals(seed, 2 * length).map((value, i) => value + (i % 2 ? -dc : dc));
  for (let i = 0; i < Math.min(frame.length, 2 * (length - at)); i++) samples[2 * at + i] += gain * 10 * frame[i];
  return samples;
}

async function metric(samples: Float64Array): Promise<Float32Array> {
  const device = await testDevice();
  const length = samples.length / 2;
  const plan = await createAutocorrelation(device, {
    samples: upload(device, Float32Array.from(samples)),
    length,
    threshold: "values",
  });
  poison(device, plan.output);
  await run(device, plan);
  const values = await readFloats(device, plan.output, length);
  plan.destroy();
  return values;
}

const rounded = (samples: Float64Array) => Float64Array.from(Float32Array.from(samples));

describe("wifi/acquisition/autocorrelation", () => {
  async function agrees(samples: Float64Array) {
    const found = await metric(samples);
    const expected = autocorrelation(rounded(samples));
    expect(Math.max(...expected.map((value, n) => Math.abs(value - found[n])))).toBeLessThan(1e-5);
  }

  it.each([1, 63, 64, 65, 895, 896, 897])("agrees with float64: %i samples", async (length) => {
    await agrees(received(length, Math.floor(length / 3), { dc: 1, seed: length }));
  });

  it("agrees with float64 for any samples", async () => {
    const lengths = integer({ min: 1, max: 3000 });
    const constants = double({ min: -3, max: 3, noNaN: true });
    const gains = double({ min: 0, max: 100, noNaN: true });
    const any = asyncProperty(lengths, constants, gains, integer(), (length, dc, gain, seed) =>
      agrees(received(length, Math.floor(length / 2), { dc, gain, seed })),
    );
    await assert(any, { numRuns: gpuRuns(5) });
  });

  it("sets the bits of samples above the threshold and of risen ones, and clears the bits after the last sample", async () => {
    const device = await testDevice();
    const length = 1999;
    const samples = received(length, 700);
    const expected = autocorrelation(rounded(samples));
    const rising = risen(rounded(samples), RISE);
    expect(rising.reduce((sum, bit) => sum + bit)).toBeGreaterThan(48);
    for (const threshold of [0, 0.3, 1]) {
      const plan = await createAutocorrelation(device, {
        samples: upload(device, Float32Array.from(samples)),
        length,
        threshold,
      });
      poison(device, plan.output);
      await run(device, plan);
      const words = await readWords(device, plan.output, 2 * wordsOf(length));
      const bits = Array.from({ length: 32 * words.length }, (_, n) => (words[n >> 5] >>> (n & 31)) & 1);
      const [above, strong] = [bits.slice(0, bits.length / 2), bits.slice(bits.length / 2)];
      const wrong = above.filter((bit, n) => {
        const value = expected[n] ?? 0;
        return Math.abs(value - threshold) > 1e-5 && bit !== Number(value > threshold);
      });
      expect(strong).toEqual(above.map((bit, n) => bit & (rising[n] ?? 0)));
      expect(wrong).toEqual([]);
      plan.destroy();
    }
  });

  it("is 1 in a short training without noise, with any frequency offset and constant offset", async () => {
    const samples = new Float64Array(2 * 400);
    for (let n = 0; n < 400; n++) {
      const [cos, sin] = [Math.cos(0.019 * n), Math.sin(0.019 * n)];
      const [re, im] = n < 160 ? frame.subarray(2 * n, 2 * n + 2) : [0, 0];
      samples.set([re * cos - im * sin, re * sin + im * cos], 2 * n);
    }
    // Sample 0 has half the amplitude: the frame's window rises there.
    const found = await metric(samples);
    expect(Math.min(...found.subarray(1, 96))).toBeGreaterThan(0.9999);
    const withConstant = await metric(samples.map((value, i) => value + (i % 2 ? 0.1 : -0.2)));
    expect(Math.min(...withConstant.subarray(1, 96))).toBeGreaterThan(0.98);
  });

  it("is 0 for zeros and for a constant, and 1 for a carrier", async () => {
    expect(Math.max(...(await metric(new Float64Array(600))))).toBe(0);
    const constant = Float64Array.from({ length: 1200 }, (_, i) => (i % 2 ? 0.3 : -0.1));
    expect(Math.max(...(await metric(constant)))).toBe(0);
    const carrier = Float64Array.from({ length: 1200 }, (_, i) => Math.cos(0.9 * (i >> 1) - (i % 2 ? Math.PI / 2 : 0)));
    expect(Math.min(...(await metric(carrier)).subarray(0, 536))).toBeGreaterThan(0.999);
  });

  it("is as accurate right after samples that are a million times as strong", async () => {
    const samples = received(1200, 500);
    for (let i = 0; i < 2 * 448; i++) samples[i] *= 1e6;
    const found = (await metric(samples)).subarray(448, 1100);
    const expected = autocorrelation(rounded(samples)).subarray(448, 1100);
    expect(Math.max(...expected.map((value, n) => Math.abs(value - found[n])))).toBeLessThan(1e-5);
  });

  it.each([1e-15, 1e12])("does not depend on the scale: samples times %d", async (scale) => {
    const samples = received(400, 100);
    const [one, other] = [await metric(samples), await metric(samples.map((value) => scale * value))];
    expect(Math.max(...one.map((value, n) => Math.abs(value - other[n])))).toBeLessThan(1e-5);
  });

  it("counts samples that are not finite as 0", async () => {
    const samples = received(500, 100);
    const broken = samples.slice();
    for (const [i, value] of [Number.NaN, Infinity, -Infinity, 1e30].entries()) {
      broken[2 * (90 + 60 * i) + (i % 2)] = value;
      samples.fill(0, 2 * (90 + 60 * i), 2 * (91 + 60 * i));
    }
    expect(await metric(broken)).toEqual(await metric(samples));
  });

  it("limits the samples to a page's", async () => {
    const device = await testDevice();
    const samples = received(1100, 200);
    const plan = await createAutocorrelation(device, {
      samples: upload(device, Float32Array.from(samples)),
      length: 1100,
      threshold: "values",
    });
    plan.setLength(300);
    await run(device, plan);
    const found = await readFloats(device, plan.output, 300);
    const expected = autocorrelation(rounded(samples.subarray(0, 600)));
    expect(Math.max(...expected.map((value, n) => Math.abs(value - found[n])))).toBeLessThan(1e-5);
    plan.destroy();
  });

  it("refuses lengths and thresholds out of range", async () => {
    const device = await testDevice();
    const samples = upload(device, new Float32Array(64));
    await expect(createAutocorrelation(device, { samples, length: 0 })).rejects.toThrow(
      "wifi/acquisition/autocorrelation: length must be a positive integer, got 0",
    );
    await expect(createAutocorrelation(device, { samples, length: 32, threshold: 2 })).rejects.toThrow(
      "wifi/acquisition/autocorrelation: threshold must be a number from 0 to 1, got 2",
    );
  });
});
