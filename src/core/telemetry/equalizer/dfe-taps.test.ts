import { describe, expect, it } from "vitest";
import { convolve } from "../../convolution/direct.reference.ts";
import { errorDb, poison, readFloats, run, testDevice, testNormals, testRandom, upload } from "../../gpu/testing.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS } from "../estimation/span.ts";
import { modulate } from "../soqpsk/modulator.float64.ts";
import { PULSE_LEAD } from "../soqpsk/pulse.ts";
import { decisionFeedbackTaps } from "./dfe-taps.reference.ts";
import { createDfeTaps, LEAST_VARIANCE } from "./dfe-taps.ts";
import { FORWARD_PRECURSORS, FORWARD_TAPS } from "./taps.ts";

/** A channel of 38 random taps that decay on both sides, of unit energy. */
function randomChannel(seed: number): Float64Array {
  const h = testNormals(seed, 2 * CHANNEL_TAPS).map(
    (value, i) => value * Math.exp(-Math.abs((i >> 1) - CHANNEL_PRECURSORS) / 3),
  );
  const norm = Math.hypot(...h);
  return h.map((value) => Math.fround(value / norm));
}

describe("equalizer/dfe-taps", () => {
  it.each([
    { feedback: 6, noise: 0.05 },
    { feedback: 16, noise: 0.01 },
    { feedback: 3, noise: 0.3 },
    { feedback: 2, noise: 0.05 },
    { feedback: 1, noise: 0.02, noiseFactor: 2 },
    { feedback: 0, noise: 0.05 },
    { feedback: 6, noise: 1e-7 },
    { feedback: 6, noise: 0.1, noiseFactor: 0 },
  ])("equal the reference: $feedback bits, σ² = $noise", async ({ feedback, noise, noiseFactor }) => {
    const device = await testDevice();
    const slots = 8;
    const channels = new Map([0, 3, 7].map((slot) => [slot, randomChannel(slot + 1)]));
    const impulse = new Float32Array(2 * CHANNEL_TAPS * slots);
    const variances = new Float32Array(slots);
    for (const [slot, h] of channels) {
      impulse.set(h, slot * h.length);
      variances[slot] = noise;
    }
    const plan = await createDfeTaps(device, {
      slots,
      impulse: upload(device, impulse),
      noise: upload(device, variances),
      feedback,
      noiseFactor,
    });
    poison(device, plan.taps);
    poison(device, plan.feedback);
    await run(device, plan);
    const taps = await readFloats(device, plan.taps, 2 * FORWARD_TAPS * slots);
    const fedBack = await readFloats(device, plan.feedback, Math.max(1, 2 * feedback * slots));
    for (let slot = 0; slot < slots; slot++) {
      const forward = taps.subarray(2 * FORWARD_TAPS * slot, 2 * FORWARD_TAPS * (slot + 1));
      const pairs = fedBack.subarray(2 * feedback * slot, 2 * feedback * (slot + 1));
      const h = channels.get(slot);
      if (!h) {
        expect([...forward, ...(feedback ? pairs : [])].every((value) => value === 0)).toBe(true);
        continue;
      }
      const variance = Math.max(LEAST_VARIANCE, (noiseFactor ?? 1) * Math.fround(noise));
      const expected = decisionFeedbackTaps(h, variance, feedback);
      const expectedPairs = expected.bits.flatMap((b, j) => [b, expected.products[j] ?? 0]);
      // The condition number of A is at most some 10 / σ², times 2⁻²⁴.
      const tolerance = variance > 5e-3 ? -90 : -60;
      expect(errorDb(forward, expected.forward)).toBeLessThan(tolerance);
      if (feedback) expect(errorDb(pairs, expectedPairs)).toBeLessThan(tolerance);
    }
    plan.destroy();
  });

  it("leave no error that is correlated with what they use, on modulated bits in noise", () => {
    // Of the modulator itself, which knows nothing of two streams.
    const [count, feedback, deviation] = [20_000, 6, 0.2];
    const random = testRandom(5);
    const bits = Uint8Array.from({ length: count + 200 }, () => Number(random() < 0.5));
    const s = modulate(bits, PULSE_LEAD / 2, 2 * count);
    const h = randomChannel(9);
    const grid = { origin: 0, outputLength: 2 * count, decimation: 1 };
    const normals = testNormals(6, 4 * count);
    const r = convolve(s, h, CHANNEL_PRECURSORS, grid).map((value, i) => value + deviation * normals[i]);
    const taps = decisionFeedbackTaps(h, deviation ** 2, feedback);
    const y = convolve(r, taps.forward, FORWARD_PRECURSORS, { ...grid, outputLength: count, decimation: 2 });
    const turned = (k: number) => (2 * bits[k] - 1) * (k % 4 < 2 ? 1 : -1);
    const product = (k: number) => turned(k - 1) * turned(k) * turned(k + 1);
    let power = 0;
    let [n, linear] = [0, 0];
    const products = new Float64Array(2 * FORWARD_TAPS + 2 * feedback);
    for (let k = 100; k < count - 100; k++) {
      const [re, im] = [y[2 * k], y[2 * k + 1]];
      let z = [re, im, -re, -im][k % 4];
      for (const [j, b] of taps.bits.entries()) z += b * turned(k - 1 - j);
      for (const [j, c] of taps.products.entries()) z += c * product(k - 2 - j);
      const error = turned(k) - z;
      power += error * error;
      linear += turned(k) * error;
      n++;
      for (let m = 0; m < FORWARD_TAPS; m++) {
        const at = 2 * (2 * k + FORWARD_PRECURSORS - m);
        const [u, v] = [r[at], r[at + 1]];
        products[m] += error * [u, v, -u, -v][k % 4];
        products[m + FORWARD_TAPS] += error * [v, -u, -v, u][k % 4];
      }
      for (let j = 0; j < feedback; j++) products[2 * FORWARD_TAPS + j] += error * turned(k - 1 - j);
    }
    const error = power / n;
    // A mean of n products of independent numbers of variances `error` and 1 varies by √(error/n); the pulses lack 0.15 % of the power.
    expect(Math.max(...products.map((sum) => Math.abs(sum / n)))).toBeLessThan(5 * Math.sqrt((2 * error) / n) + 1.5e-3);
    // J = E{ε²} = E{ã·ε}, to which the mean of 20,000 squares comes within 1 %.
    expect(error / taps.error).toBeCloseTo(1, 1);
    expect(linear / n / taps.error).toBeCloseTo(1, 1);
  });

  it("have less error with each fed-back bit, down to what no longer reaches the samples", () => {
    const errors = [0, 1, 2, 3, 4, 6, 8, 16].map(
      (feedback) => decisionFeedbackTaps(randomChannel(2), 0.02, feedback).error,
    );
    for (let i = 1; i < errors.length; i++) expect(errors[i]).toBeLessThanOrEqual(errors[i - 1] + 1e-12);
    expect(errors.at(-1)).toBeLessThan(errors[0] / 1.2);
  });

  it("refuse what they cannot run, with the reason", async () => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(4));
    const config = { slots: 8, impulse: buffer, noise: buffer, feedback: 6 };
    for (const [change, message] of [
      [{ slots: 9 }, "slots must be a positive multiple of 8, got 9"],
      [{ feedback: 17 }, "feedback must be an integer from 0 to 16, got 17"],
      [{ feedback: 1.5 }, "feedback must be an integer from 0 to 16, got 1.5"],
      [{ noiseFactor: -1 }, "noiseFactor must be a number ≥ 0, got -1"],
    ] as const) {
      await expect(createDfeTaps(device, { ...config, ...change })).rejects.toThrow(`equalizer/dfe-taps: ${message}`);
    }
  });
});
