import { beforeAll, describe, expect, it } from "vitest";
import { welch } from "../../fft/welch.reference.ts";
import { poison, readFloats, run, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { BLOCK_BIT_ROWS, BLOCK_FIRST_ROW, BLOCK_HOP } from "../blocks.ts";
import { knownBits } from "./known-bits.ts";
import { knownWaveform } from "./known-waveform.ts";
import { modulate, precode } from "./modulator.float64.ts";
import { finePhase } from "./modulator.reference.ts";
import { createModulator } from "./modulator.ts";
import { PACKET_SAMPLES, PACKET_WORDS } from "../packet.ts";
import { PULSE_BITS, PULSE_LEAD, frequencyPulse, phasePulse } from "./pulse.ts";
import { psd } from "./spectrum.ts";

const ROW_WORDS = BLOCK_BIT_ROWS * PACKET_WORDS;
const dB = (ratio: number) => 10 * Math.log10(ratio);
const randomBits = (count: number, seed: number) => {
  const random = testRandom(seed);
  return Uint8Array.from({ length: count }, () => Number(random() < 0.5));
};
const fine = (bits: ArrayLike<number>, first: number, count: number) => {
  const phase = finePhase(bits);
  return Float64Array.from({ length: 2 * count }, (_, i) => {
    return (i % 2 ? Math.sin : Math.cos)(phase[first + 10 * (i >> 1)]);
  });
};
const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
};

/** The transmitted signal of a block whose bits are these words. */
function transmitted(words: Uint32Array): Float64Array {
  const row = BLOCK_FIRST_ROW - 1;
  const bits = Uint8Array.from({ length: (BLOCK_BIT_ROWS - row) * PACKET_WORDS * 32 }, (_, k) => {
    return (words[row * PACKET_WORDS + (k >> 5)] >>> (k & 31)) & 1;
  });
  return modulate(bits, (PACKET_SAMPLES + PULSE_LEAD) / 2, BLOCK_HOP);
}

describe("soqpsk/modulator", () => {
  const BLOCKS = 2;
  const random = testRandom(31);
  const words = Uint32Array.from({ length: BLOCKS * ROW_WORDS }, () => random() * 2 ** 32);
  // Runs of equal bits, where no pulse is active, and alternations, where all are.
  words.fill(0, 500, 540);
  words.fill(0xffffffff, 540, 580);
  words.fill(0x55555555, 580, 620);
  words.fill(0xcccccccc, 620, 660);
  let samples: Float32Array;
  let expected: Float64Array[];
  beforeAll(async () => {
    const device = await testDevice();
    const plan = await createModulator(device, { blocks: BLOCKS, bits: upload(device, words) });
    poison(device, plan.samples);
    await run(device, plan);
    samples = await readFloats(device, plan.samples, BLOCKS * BLOCK_HOP * 2);
    plan.destroy();
    expected = Array.from({ length: BLOCKS }, (_, b) =>
      transmitted(words.subarray(b * ROW_WORDS, (b + 1) * ROW_WORDS)),
    );
  });

  it("equals the reference within 2e-7 in both parts", () => {
    for (const [b, block] of expected.entries()) {
      const actual = samples.subarray(b * BLOCK_HOP * 2, (b + 1) * BLOCK_HOP * 2);
      expect(largestDifference(actual, block)).toBeLessThan(2e-7);
    }
  });

  it("has a constant envelope", () => {
    let worst = 0;
    for (let i = 0; i < samples.length; i += 2)
      worst = Math.max(worst, Math.abs(Math.hypot(samples[i], samples[i + 1]) - 1));
    expect(worst).toBeLessThan(2e-7);
  });

  it("has the reference's spectrum within 0.1 dB in every bin", () => {
    const actual = welch([Float64Array.from(samples.subarray(BLOCK_HOP * 2))], 1024);
    const reference = welch([expected[1]], 1024);
    for (const [k, value] of reference.entries()) expect(Math.abs(dB(actual[k] / value))).toBeLessThan(0.1);
  });

  it.each([0, 1.5, Number.NaN])("refuses %s blocks", async (blocks) => {
    const device = await testDevice();
    await expect(createModulator(device, { blocks, bits: upload(device, words) })).rejects.toThrow(
      `soqpsk/modulator: blocks must be a positive integer, got ${blocks}`,
    );
  });
});

describe("soqpsk/modulator.reference", () => {
  it("makes the known waveform: bit 0's pulse begins 9.9 samples, 99 fine steps, before sample 0", () => {
    // The table was made with −1 before and after the known bits.
    const bits = [...Array(10).fill(0), ...knownBits, ...Array(10).fill(0)];
    const [exact, stepped] = [modulate(bits, 10 + PULSE_LEAD / 2, 384), fine(bits, 10 * 20 + 99, 384)];
    expect(largestDifference(exact, knownWaveform)).toBeLessThan(8e-4);
    expect(largestDifference(stepped, knownWaveform)).toBeLessThan(6e-4);
    const correlation = exact.reduce((sum, value, i) => sum + value * knownWaveform[i], 0) / 384;
    expect(correlation).toBeGreaterThan(0.99999);
  });

  it("agrees with the phase summed over 20 steps per bit", () => {
    const bits = randomBits(2000, 32);
    expect(largestDifference(modulate(bits, 4.95, 3990), fine(bits, 99, 3990))).toBeLessThan(2.5e-4);
  });

  it("starts from phase π/4 and rests in the quadrant of the last even and odd bit", () => {
    const [x, y] = modulate([1, 0, 0, 1, 1, 0], 0, 1);
    expect(Math.atan2(y, x)).toBeCloseTo(Math.PI / 4, 12);
    for (const [even, odd] of [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]) {
      const end = modulate([...randomBits(100, 33), even, odd, even, odd], 112, 1);
      expect(end[0]).toBeCloseTo((2 * even - 1) * Math.SQRT1_2, 12);
      expect(end[1]).toBeCloseTo((2 * odd - 1) * Math.SQRT1_2, 12);
    }
  });

  it("precodes as SOQPSK does: no +1 next to a −1 without a 0 between", () => {
    const alpha = precode(randomBits(5000, 34));
    expect(new Set(alpha)).toEqual(new Set([-1, 0, 1]));
    for (let k = 1; k < alpha.length; k++) expect(alpha[k] * alpha[k - 1]).toBeGreaterThanOrEqual(0);
  });

  it("has pulses symmetric about their centre, of area ½, that begin and end at rest", () => {
    for (let t = 0; t <= PULSE_BITS; t += 0.037) {
      expect(frequencyPulse(t)).toBeCloseTo(frequencyPulse(PULSE_BITS - t), 12);
      expect(phasePulse(t) + phasePulse(PULSE_BITS - t)).toBeCloseTo(0.5, 12);
      const slope = (phasePulse(t + 1e-4) - phasePulse(t - 1e-4)) / 2e-4;
      expect(slope).toBeCloseTo(frequencyPulse(t), 7);
    }
    expect(phasePulse(-1)).toBe(0);
    expect(phasePulse(9)).toBe(0.5);
  });
});

describe("soqpsk/spectrum", () => {
  it("equals Welch's estimate of a long random signal", () => {
    const N = 256;
    const signal = modulate(randomBits(200_000, 35), 10, 2 * 199_980);
    const [estimate, exact] = [welch([signal], N), psd(N)];
    const differences = Array.from(estimate, (value, k) => dB((N * value) / exact[k]));
    expect(Math.max(...differences.map(Math.abs))).toBeLessThan(0.6);
    expect(Math.abs(differences.reduce((a, b) => a + b) / N)).toBeLessThan(0.05);
  });

  it.each([41, 1024, 12672])("has mean 1, mirror symmetry and no negative bin at %i bins", (n) => {
    const values = psd(n);
    expect(values.reduce((a, b) => a + b) / n).toBeCloseTo(1, 12);
    for (let k = 1; k < n; k++) expect(values[k]).toBeCloseTo(values[n - k], 12);
    expect(Math.min(...values)).toBeGreaterThan(0);
  });

  it.each([40, 100.5])("refuses %s bins", (n) => {
    expect(() => psd(n)).toThrow(`soqpsk/spectrum: the number of bins must be an integer above 40, got ${n}`);
  });
});
