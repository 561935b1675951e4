import { existsSync, readFileSync } from "node:fs";
import { assert, asyncProperty, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { gpuRuns, readFloats, run, testDevice, testNormals, testRandom, upload } from "../gpu/testing.ts";
import { streamed } from "../flow/build/testing.ts";
import { quadratureBlock } from "./blocks.ts";
import { quadrature } from "./quadrature.reference.ts";
import { createQuadrature } from "./quadrature.ts";

/** Largest distance of angles times a gain: π and −π are the same angle. */
function worst(found: ArrayLike<number>, expected: ArrayLike<number>, gain: number): number {
  const turn = 2 * Math.PI * gain;
  return Array.from(found).reduce((most, value, n) => {
    const error = value - expected[n];
    return Math.max(most, Math.abs(error - turn * Math.round(error / turn)));
  }, 0);
}

/** Samples of random phase steps and of magnitudes over sixty decades. */
function samplesOf(seed: number, count: number): Float32Array<ArrayBuffer> {
  const random = testRandom(seed);
  const x = new Float32Array(2 * count);
  for (let n = 0; n < count; n++) {
    // Their products would leave float32's range.
    const [phase, magnitude] = [2 * Math.PI * random(), 2 ** (200 * random() - 90)];
    x.set([magnitude * Math.cos(phase), magnitude * Math.sin(phase)], 2 * n);
  }
  return x;
}

const wav = "../shared/captures/stereo.wav";
const demodulated = "../shared/captures/stereo-fm-demod.bin";

describe("analog/quadrature", () => {
  it.each([
    { signals: 1, total: 1, length: 1 },
    { signals: 1, total: 5000, length: 5000 },
    { signals: 3, total: 2051, length: 2051 },
    { signals: 4, total: 1500, length: 7 },
    { signals: 65_537, total: 2, length: 2 },
  ])("$signals signals of $total samples in pages of $length are within 1e-6 rad", async (sizes) => {
    const { signals, total, length } = sizes;
    const x = samplesOf(total, signals * total);
    const y = await streamed(quadratureBlock(), x, { signals, length });
    const expected = Array.from({ length: signals }, (_, s) =>
      Array.from(quadrature(Float64Array.from(x.subarray(2 * s * total, 2 * (s + 1) * total)), 1)),
    );
    expect(worst(y, expected.flat(), 1)).toBeLessThan(1e-6);
  });

  it("gives the same bits in pages of any size", async () => {
    const x = Float32Array.from(testNormals(3, 2 * 400));
    const whole = await streamed(quadratureBlock({ gain: 3 }), x, { length: 400 });
    const any = asyncProperty(integer({ min: 1, max: 400 }), async (length) => {
      expect(await streamed(quadratureBlock({ gain: 3 }), x, { length })).toEqual(whole);
    });
    await assert(any, { numRuns: gpuRuns(5) });
  });

  it("returns the message of a modulated carrier", async () => {
    const [count, deviation] = [3000, 0.7];
    const message = Float64Array.from({ length: count }, (_, n) => Math.sin(0.01 * n) * Math.cos(0.003 * n));
    const x = new Float32Array(2 * count);
    let phase = 1;
    for (const [n, value] of message.entries()) {
      if (n > 0) phase += deviation * value;
      x.set([Math.cos(phase), Math.sin(phase)], 2 * n);
    }
    const y = await streamed(quadratureBlock({ gain: 1 / deviation }), x, { length: 1000 });
    expect(Math.max(...message.map((value, n) => Math.abs(value - y[n])))).toBeLessThan(1e-6);
  });

  it("takes another gain and starts again", async () => {
    const device = await testDevice();
    const x = samplesOf(9, 100);
    const plan = await createQuadrature(device, { signals: 1, length: 100, input: upload(device, x) });
    await run(device, plan);
    const first = await readFloats(device, plan.output, 100);
    plan.setGain(-2);
    await run(device, plan);
    const second = await readFloats(device, plan.output, 100);
    expect(second[0]).not.toBe(0);
    expect(Array.from(second.subarray(1))).toEqual(Array.from(first.subarray(1), (value) => -2 * value));
    plan.reset();
    await run(device, plan);
    expect((await readFloats(device, plan.output, 1))[0]).toBeCloseTo(0, 12);
    plan.destroy();
  });

  const absent = !existsSync(wav) || !existsSync(demodulated);
  it.skipIf(absent)(`agrees with jradio on a recording (skipped without ${wav})`, async () => {
    const bytes = readFileSync(wav);
    const expected = new Float32Array(Uint8Array.from(readFileSync(demodulated)).buffer);
    const samples = new Int16Array(Uint8Array.from(bytes.subarray(44)).buffer);
    const x = Float32Array.from(samples, (value) => value / 2 ** 15);
    const y = await streamed(quadratureBlock({ gain: 0.5 }), x, { length: 1000 });
    expect(y).toHaveLength(expected.length);
    expect(worst(y, expected, 0.5)).toBeLessThan(1e-5);
  });

  it.each([
    [{ signals: 0 }, "signals must be a positive integer, got 0"],
    [{ length: 2.5 }, "length must be a positive integer, got 2.5"],
    [{ gain: Number.NaN }, "gain must be a finite number, got NaN"],
  ])("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(8));
    const config = { signals: 1, length: 4, input, ...wrong };
    await expect(createQuadrature(device, config)).rejects.toThrow(`analog/quadrature: ${message}`);
  });
});
