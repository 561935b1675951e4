import { beforeAll, describe, expect, it } from "vitest";
import { readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { impair } from "./impairments.float64.ts";
import { createImpairments, type Impairments, MOST_SAMPLES, type RowLayout } from "./impairments.ts";

/** Overlapping rows of awkward sizes. */
const layout: RowLayout = { length: 411_422, hop: 402_806, lead: 514 };
const { hop: HOP, lead: LEAD, length: LENGTH } = layout;
const none: Impairments = { frequencyOffset: 0, phase: 0, noiseVariance: 0, seed: 1 };

/** Returns the output for `x`, [row][LENGTH] complex pairs. */
async function apply(x: Float32Array<ArrayBuffer>, firstRow: number, impairments: Impairments, length = MOST_SAMPLES) {
  const device = await testDevice();
  const samples = upload(device, x);
  const rows = x.length / 2 / LENGTH;
  // The initial values differ, so that the test sees that the setters work.
  const start = { firstRow: 1, length: 1, frequencyOffset: 1, phase: 1, noiseVariance: 1, seed: 99 };
  const plan = await createImpairments(device, { ...start, rows, layout, samples });
  plan.setPart({ firstRow, length });
  plan.setImpairments(impairments);
  await run(device, plan);
  const result = await readFloats(device, samples, x.length);
  plan.destroy();
  return result;
}

const ones = (rows: number) => Float32Array.from({ length: rows * LENGTH * 2 }, (_, i) => 1 - (i % 2));
const rowOf = (sample: number) => Math.floor(sample / HOP);
const row = (x: Float32Array, b: number) => x.subarray(2 * b * LENGTH, 2 * (b + 1) * LENGTH);
const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  let largest = 0;
  for (let i = 0; i < b.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
};

describe("channel/impairments", () => {
  it.each([
    { firstRow: 0, frequencyOffset: 0.01, phase: 0, noiseVariance: 0.1, seed: 5 },
    { firstRow: 3, frequencyOffset: -0.09, phase: -2, noiseVariance: 2, seed: 0xffffffff },
    { firstRow: 5000, frequencyOffset: 1e-7, phase: 3, noiseVariance: 1e-3, seed: 0 },
    // Samples 2^33 and 2^43: the second word of a sample’s number, and of the noise’s counter.
    { firstRow: rowOf(2 ** 33), frequencyOffset: 0.03, phase: 1, noiseVariance: 0.1, seed: 7 },
    { firstRow: rowOf(2 ** 43), frequencyOffset: 0, phase: -1, noiseVariance: 0.1, seed: 8 },
  ])("equals the reference within 2e-6: $firstRow, $frequencyOffset", async ({ firstRow, ...impairments }) => {
    const x = Float32Array.from(testNormals(51, LENGTH * 2));
    const actual = await apply(x, firstRow, impairments);
    const from = Math.max(0, LEAD - firstRow * HOP);
    const expected = impair(Float64Array.from(x.subarray(2 * from)), firstRow * HOP + from - LEAD, impairments);
    expect(largestDifference(actual.subarray(2 * from), expected)).toBeLessThan(2e-6);
  });

  it("rotates sample 4·10^7 as exactly as sample 0", async () => {
    const [frequencyOffset, phase, firstRow] = [0.0123456789, 0.4, 98];
    const actual = await apply(ones(1), firstRow, { ...none, frequencyOffset, phase });
    const expected = Float64Array.from({ length: LENGTH * 2 }, (_, i) => {
      const angle = frequencyOffset * (firstRow * HOP - LEAD + (i >> 1)) + phase;
      return i % 2 ? Math.sin(angle) : Math.cos(angle);
    });
    expect(largestDifference(actual, expected)).toBeLessThan(2e-7);
  });

  it("rotates samples beyond 2^32 by the exact number of turns", async () => {
    // A step of an odd number of 2^-20 turns, so that whole numbers give the turns exactly.
    const steps = 1001;
    const firstRow = rowOf(2 ** 43);
    const actual = await apply(ones(1), firstRow, { ...none, frequencyOffset: (2 * Math.PI * steps) / 2 ** 20 });
    const expected = Float64Array.from({ length: LENGTH * 2 }, (_, i) => {
      const n = BigInt(firstRow * HOP - LEAD + (i >> 1));
      const angle = (2 * Math.PI * Number((n * BigInt(steps)) % 2n ** 20n)) / 2 ** 20;
      return i % 2 ? Math.sin(angle) : Math.cos(angle);
    });
    // The offset in float64 is off by up to 2^-63 turns per sample, and the kernel’s by 2^-64.
    expect(largestDifference(actual, expected)).toBeLessThan(2e-7 + 2 * Math.PI * 2 ** -19);
  });

  it("gives other noise to samples 2^32 and 2^33 later", async () => {
    const noisy = { ...none, noiseVariance: 1 };
    const first = await apply(ones(1), 0, noisy);
    for (const later of [2 ** 32, 2 ** 33]) {
      const firstRow = rowOf(later);
      const shift = later - firstRow * HOP;
      const own = await apply(ones(1), firstRow, noisy);
      const count = 2 * (LENGTH - LEAD - shift);
      const [a, b] = [first.subarray(2 * LEAD), own.subarray(2 * (LEAD + shift))];
      // 1 + w is the same to float32 for some 10 of 10^6 independent numbers.
      let equal = 0;
      for (let i = 0; i < count; i++) equal += Number(a[i] === b[i]);
      expect(equal / count).toBeLessThan(1e-4);
    }
  });

  it("adds the same noise for every division into rows, and leaves zeros outside the recording", async () => {
    const noisy = { ...none, noiseVariance: 1, frequencyOffset: 0.05 };
    const length = 5 * HOP - 1001;
    const pair = await apply(ones(2), 3, noisy, length);
    const alone = await apply(ones(1), 4, noisy, length);
    expect(largestDifference(row(pair, 1), alone)).toBe(0);
    const shared = LENGTH - HOP;
    expect(largestDifference(row(pair, 0).subarray(2 * HOP), alone.subarray(0, 2 * shared))).toBe(0);
    const end = length - 4 * HOP + LEAD;
    expect(alone.subarray(2 * end).every((value) => value === 0)).toBe(true);
    expect(alone.subarray(0, 2 * end).every((value) => value !== 0)).toBe(true);
    const first = await apply(ones(1), 0, noisy, length);
    expect(first.subarray(0, 2 * LEAD).every((value) => value === 0)).toBe(true);
  });

  it.each([
    [{ rows: 1.5 }, "rows must be a positive integer, got 1.5"],
    [{ layout: { ...layout, hop: 0 } }, "the layout's hop must be an even number from 2, got 0"],
    [{ layout: { ...layout, lead: 3 } }, "the layout's lead must be an even number from 0, got 3"],
    [{ firstRow: 5e7 }, "firstRow must be a whole number from 0 to 43674091, got 50000000"],
    [{ length: 2 ** 45 }, "length must be 0 to 2^44 samples, got 35184372088832"],
    [{ frequencyOffset: Number.NaN }, "frequencyOffset must be a finite number, got NaN"],
    [{ phase: Infinity }, "phase must be a finite number, got Infinity"],
    [{ noiseVariance: -1 }, "noiseVariance must be a number ≥ 0, got -1"],
    [{ seed: 2 ** 32 }, "seed must be a whole number from 0 to 2^32 − 1, got 4294967296"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const samples = upload(device, new Float32Array(64));
    const config = { rows: 1, layout, samples, firstRow: 0, length: 1, ...none, ...change };
    await expect(createImpairments(device, config)).rejects.toThrow(`channel/impairments: ${message}`);
  });
});

describe("the noise", () => {
  const VARIANCE = 0.25;
  const N = 2 * 2 * HOP;
  /** Standard normal numbers: real and imaginary parts alternate. */
  let w: Float32Array;
  beforeAll(async () => {
    const zeros = new Float32Array(2 * LENGTH * 2);
    const noise = await apply(zeros, 7, { ...none, noiseVariance: VARIANCE, seed: 52 });
    w = new Float32Array(N);
    for (const b of [0, 1]) w.set(row(noise, b).subarray(0, 2 * HOP), 2 * b * HOP);
    w = w.map((value) => value / Math.sqrt(VARIANCE / 2));
  });

  // The limits are five standard deviations of the estimate.
  it("has mean 0 and the requested variance, half in each part", () => {
    for (const part of [0, 1]) {
      const values = w.filter((_, i) => i % 2 === part);
      expect(Math.abs(values.reduce((a, b) => a + b) / values.length)).toBeLessThan(5 / Math.sqrt(values.length));
      const variance = values.reduce((sum, value) => sum + value * value, 0) / values.length;
      expect(Math.abs(variance - 1)).toBeLessThan(5 * Math.sqrt(2 / values.length));
    }
  });

  it("is white: no correlation between the parts, or over lags up to 40 samples and of one packet", () => {
    for (const lag of [...Array.from({ length: 80 }, (_, i) => i + 1), 2 * 12672, 2 * 12672 + 1]) {
      let sum = 0;
      for (let i = lag; i < N; i++) sum += w[i] * w[i - lag];
      expect(Math.abs(sum / (N - lag)), `lag ${lag}`).toBeLessThan(5 / Math.sqrt(N - lag));
    }
  });

  it("has Gaussian tails", () => {
    // P(|w| > k) = erfc(k/√2).
    const tails = [0.317310508, 0.0455002639, 0.00269979606, 6.33424837e-5, 5.73303144e-7];
    for (const [i, p] of tails.entries()) {
      const count = w.reduce((sum, value) => sum + Number(Math.abs(value) > i + 1), 0);
      expect(Math.abs(count - N * p), `beyond ${i + 1} σ`).toBeLessThan(5 * Math.sqrt(N * p * (1 - p)) + 1);
    }
  });
});
