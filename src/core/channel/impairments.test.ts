import { beforeAll, describe, expect, it } from "vitest";
import { readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { BLOCK_HOP, BLOCK_LEAD, BLOCK_LENGTH } from "../telemetry/blocks.ts";
import { impair } from "./impairments.reference.ts";
import { type Impairments, createImpairments } from "./impairments.ts";

const EVERYTHING = 2 ** 31;
const none: Impairments = { frequencyOffset: 0, phase: 0, noiseVariance: 0, seed: 1 };

/** What becomes of `x`, [block][BLOCK_LENGTH] complex pairs. */
async function apply(x: Float32Array<ArrayBuffer>, firstBlock: number, impairments: Impairments, length = EVERYTHING) {
  const device = await testDevice();
  const samples = upload(device, x);
  const blocks = x.length / 2 / BLOCK_LENGTH;
  // Begins as something else, so that what the setters set is seen to count.
  const start = { firstBlock: 1, length: 1, frequencyOffset: 1, phase: 1, noiseVariance: 1, seed: 99 };
  const plan = await createImpairments(device, { ...start, blocks, samples });
  plan.setPage({ firstBlock, length });
  plan.setImpairments(impairments);
  await run(device, plan);
  const result = await readFloats(device, samples, x.length);
  plan.destroy();
  return result;
}

const ones = (blocks: number) => Float32Array.from({ length: blocks * BLOCK_LENGTH * 2 }, (_, i) => 1 - (i % 2));
const block = (x: Float32Array, b: number) => x.subarray(2 * b * BLOCK_LENGTH, 2 * (b + 1) * BLOCK_LENGTH);
const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  let largest = 0;
  for (let i = 0; i < b.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
};

describe("channel/impairments", () => {
  it.each([
    { firstBlock: 0, frequencyOffset: 0.01, phase: 0, noiseVariance: 0.1, seed: 5 },
    { firstBlock: 3, frequencyOffset: -0.09, phase: -2, noiseVariance: 2, seed: 0xffffffff },
    { firstBlock: 5000, frequencyOffset: 1e-7, phase: 3, noiseVariance: 1e-3, seed: 0 },
  ])("equals the reference within 2e-6: $firstBlock, $frequencyOffset", async ({ firstBlock, ...impairments }) => {
    const x = Float32Array.from(testNormals(51, BLOCK_LENGTH * 2));
    const actual = await apply(x, firstBlock, impairments);
    const from = Math.max(0, BLOCK_LEAD - firstBlock * BLOCK_HOP);
    const expected = impair(
      Float64Array.from(x.subarray(2 * from)),
      firstBlock * BLOCK_HOP + from - BLOCK_LEAD,
      impairments,
    );
    expect(largestDifference(actual.subarray(2 * from), expected)).toBeLessThan(2e-6);
  });

  it("turns sample 4·10^7 as exactly as sample 0", async () => {
    const [frequencyOffset, phase, firstBlock] = [0.0123456789, 0.4, 98];
    const actual = await apply(ones(1), firstBlock, { ...none, frequencyOffset, phase });
    const expected = Float64Array.from({ length: BLOCK_LENGTH * 2 }, (_, i) => {
      const angle = frequencyOffset * (firstBlock * BLOCK_HOP - BLOCK_LEAD + (i >> 1)) + phase;
      return i % 2 ? Math.sin(angle) : Math.cos(angle);
    });
    expect(largestDifference(actual, expected)).toBeLessThan(2e-7);
  });

  it("adds the same noise whatever the page, and leaves zeros outside the recording", async () => {
    const noisy = { ...none, noiseVariance: 1, frequencyOffset: 0.05 };
    const length = 5 * BLOCK_HOP - 1001;
    const pair = await apply(ones(2), 3, noisy, length);
    const alone = await apply(ones(1), 4, noisy, length);
    expect(largestDifference(block(pair, 1), alone)).toBe(0);
    const shared = BLOCK_LENGTH - BLOCK_HOP;
    expect(largestDifference(block(pair, 0).subarray(2 * BLOCK_HOP), alone.subarray(0, 2 * shared))).toBe(0);
    const end = length - 4 * BLOCK_HOP + BLOCK_LEAD;
    expect(alone.subarray(2 * end).every((value) => value === 0)).toBe(true);
    expect(alone.subarray(0, 2 * end).every((value) => value !== 0)).toBe(true);
    const first = await apply(ones(1), 0, noisy, length);
    expect(first.subarray(0, 2 * BLOCK_LEAD).every((value) => value === 0)).toBe(true);
  });

  it.each([
    [{ blocks: 1.5 }, "blocks must be a positive integer, got 1.5"],
    [{ frequencyOffset: Number.NaN }, "frequencyOffset must be a finite number, got NaN"],
    [{ phase: Infinity }, "phase must be a finite number, got Infinity"],
    [{ noiseVariance: -1 }, "noiseVariance must be a number ≥ 0, got -1"],
    [{ seed: 2 ** 32 }, "seed must be a whole number from 0 to 2^32 − 1, got 4294967296"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const samples = upload(device, new Float32Array(64));
    const config = { blocks: 1, samples, firstBlock: 0, length: 1, ...none, ...change };
    await expect(createImpairments(device, config)).rejects.toThrow(`channel/impairments: ${message}`);
  });
});

describe("the noise", () => {
  const VARIANCE = 0.25;
  const N = 2 * 2 * BLOCK_HOP;
  /** Unit normal numbers: real and imaginary parts in turn. */
  let w: Float32Array;
  beforeAll(async () => {
    const zeros = new Float32Array(2 * BLOCK_LENGTH * 2);
    const noise = await apply(zeros, 7, { ...none, noiseVariance: VARIANCE, seed: 52 });
    w = new Float32Array(N);
    for (const b of [0, 1]) w.set(block(noise, b).subarray(0, 2 * BLOCK_HOP), 2 * b * BLOCK_HOP);
    w = w.map((value) => value / Math.sqrt(VARIANCE / 2));
  });

  // Limits are five standard deviations of what is estimated.
  it("has mean 0 and the variance asked for, half in each part", () => {
    for (const part of [0, 1]) {
      const values = w.filter((_, i) => i % 2 === part);
      expect(Math.abs(values.reduce((a, b) => a + b) / values.length)).toBeLessThan(5 / Math.sqrt(values.length));
      const variance = values.reduce((sum, value) => sum + value * value, 0) / values.length;
      expect(Math.abs(variance - 1)).toBeLessThan(5 * Math.sqrt(2 / values.length));
    }
  });

  it("is white: no correlation between parts or over lags to 40 samples, and as much as a packet", () => {
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
