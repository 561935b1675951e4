import { assert, asyncProperty, integer } from "fast-check";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findPilot } from "./pilot.ts";
import { errorDb, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { streamed } from "../flow/build/testing.ts";
import { quadratureBlock, stereoBlock } from "./blocks.ts";
import { stereo } from "./stereo.reference.ts";
import { createStereoDecoder } from "./stereo.ts";

const RATE = 256_000;

interface Programme {
  left(t: number): number;
  right(t: number): number;
}

/** (L + R)/2 + (L − R)/2·sin 2θ + pilot·sin θ, from time 0 on. */
function multiplexOf(
  { left, right }: Programme,
  samples: number,
  { rate = RATE, pilot = 0.1, phase = 0.7, offset = 0 } = {},
) {
  return Float64Array.from({ length: samples }, (_, n) => {
    const [l, r] = [left(n / rate), right(n / rate)];
    const theta = (2 * Math.PI * (19_000 + offset) * n) / rate + phase;
    return (l + r) / 2 + ((l - r) / 2) * Math.sin(2 * theta) + pilot * Math.sin(theta);
  });
}

const tone = (frequency: number, amplitude: number) => (t: number) => amplitude * Math.cos(2 * Math.PI * frequency * t);
const silence = () => 0;

/** Separates left and right. */
const sidesOf = (y: ArrayLike<number>) =>
  [0, 1].map((side) => Float64Array.from({ length: y.length / 2 }, (_, n) => y[2 * n + side]));

const capture = "../shared/captures/fm_broadcast_256k_cs16.bin";

describe("analog/stereo", () => {
  it.each([
    { signals: 1, rate: RATE, total: 4096, length: 4096, deemphasis: 50e-6 },
    { signals: 2, rate: 200_000, total: 3000, length: 1000, decimation: 5, deemphasis: 75e-6 },
    { signals: 3, rate: 106_001, total: 1500, length: 75, decimation: 3 },
    { signals: 1, rate: 480_000, total: 6000, length: 6000, decimation: 10, deemphasis: 50e-6 },
  ])("agrees with float64: %o", async ({ signals, total, length, ...config }) => {
    const settings = { decimation: 1, deemphasis: 0, leastPilot: 0.02, ...config };
    const rows = Array.from({ length: signals }, (_, s) => {
      const noise = testNormals(s + 1, total);
      const programme = { left: tone(700 + 400 * s, 0.5), right: tone(3100, 0.4) };
      return multiplexOf(programme, total, { rate: config.rate, phase: s }).map((value, n) => value + 0.01 * noise[n]);
    });
    const x = Float64Array.from(rows.flatMap((row) => Array.from(row)));
    const y = await streamed(stereoBlock(config), x, { signals, length });
    expect(
      errorDb(
        y,
        rows.flatMap((row) => Array.from(stereo(row, settings))),
      ),
    ).toBeLessThan(-110);
  });

  it("separates left and right by 70 dB, with correct delay and gain", async () => {
    const decimation = 4;
    const samples = 20_000;
    const settled = 1000 / decimation;
    const programmes = [
      { left: tone(1000, 0.8), right: silence },
      { left: silence, right: tone(14_500, 0.8) },
      { left: tone(400, 0.6), right: tone(9000, 0.5) },
    ];
    for (const programme of programmes) {
      const block = stereoBlock({ rate: RATE, decimation });
      // A station's pilot is within 2 Hz of its frequency.
      const y = await streamed(block, multiplexOf(programme, samples, { offset: -2 }), { length: samples });
      const at = (m: number) => (m * decimation - block.delay) / RATE;
      for (const [side, found] of sidesOf(y).entries()) {
        const right = found.map((_, m) => (side ? programme.right : programme.left)(at(m)));
        const error = found.subarray(settled).reduce((sum, value, m) => sum + (value - right[settled + m]) ** 2, 0);
        expect(10 * Math.log10(error / (found.length - settled) / (0.8 ** 2 / 2))).toBeLessThan(-70);
      }
    }
  });

  it("de-emphasizes by its time constant: 3 dB at 1/(2πτ)", async () => {
    for (const deemphasis of [50e-6, 75e-6]) {
      const corner = tone(1 / (2 * Math.PI * deemphasis), 0.5);
      const x = multiplexOf({ left: corner, right: corner }, 12_800);
      const [left] = sidesOf(await streamed(stereoBlock({ rate: RATE, deemphasis }), x, { length: 12_800 }));
      const power = left.subarray(2000).reduce((sum, value) => sum + value ** 2, 0) / (left.length - 2000);
      expect(10 * Math.log10(power / (0.5 ** 2 / 2))).toBeCloseTo(-3.01, 1);
    }
  });

  it("is mono without a pilot", async () => {
    const x = multiplexOf({ left: tone(1000, 0.8), right: tone(2000, 0.3) }, 8000, { pilot: 0 });
    const [left, right] = sidesOf(await streamed(stereoBlock({ rate: RATE }), x, { length: 8000 }));
    expect(errorDb(right.subarray(1000), left.subarray(1000))).toBeLessThan(-55);
  });

  it("takes noise for no pilot, and fades a pilot in that comes later, as in float64, in pages of any size", async () => {
    const rate = 200_000;
    const programme = { left: tone(1000, 0.8), right: tone(2000, 0.3) };
    const noise = testNormals(3, 40_000);
    const station = multiplexOf(programme, 40_000, { rate });
    // Noise of an idle channel until sample 15,000, then the station.
    const x = station.map((value, n) => (n < 15_000 ? 0.7 * noise[n] : value + 0.01 * noise[n]));
    const settings = { rate, decimation: 5, deemphasis: 0, leastPilot: 0.02, isSteady: true };
    const right = stereo(x, settings);
    for (const length of [40_000, 8000, 1315, 95]) {
      const y = await streamed(stereoBlock(settings), x.subarray(0, length === 95 ? 19_000 : undefined), { length });
      expect(errorDb(y, right.subarray(0, y.length)), `pages of ${length}`).toBeLessThan(-110);
    }
    const difference = (first: number, end: number) => {
      const part = right.subarray(2 * first, 2 * end);
      const [l, r] = sidesOf(part);
      return Math.max(...l.map((value, n) => Math.abs(value - r[n])));
    };
    expect(difference(0, 3000)).toBe(0);
    expect(difference(3000 + 40_000 / 25, 8000)).toBeGreaterThan(0.8);
  });

  it("gives the same output in pages of any size, and again after reset", async () => {
    const x = multiplexOf({ left: tone(1000, 0.8), right: tone(5000, 0.3) }, 1500);
    const config = { rate: RATE, deemphasis: 75e-6 };
    const whole = await streamed(stereoBlock(config), x, { length: 1500 });
    const any = asyncProperty(integer({ min: 40, max: 1500 }), async (length) => {
      expect(errorDb(await streamed(stereoBlock(config), x, { length }), whole)).toBeLessThan(-110);
    });
    await assert(any, { numRuns: 6 });
    const device = await testDevice();
    const page = { signals: 1, length: 1500, input: upload(device, Float32Array.from(x)) };
    const plan = await createStereoDecoder(device, { ...page, ...config });
    await run(device, plan);
    plan.reset();
    await run(device, plan);
    expect(await readFloats(device, plan.output, 3000)).toEqual(whole);
    plan.destroy();
  });

  describe.skipIf(!existsSync(capture))(`a station (skipped without ${capture})`, () => {
    const multiplex = async () => {
      const samples = new Int16Array(Uint8Array.from(readFileSync(capture)).buffer);
      const gain = RATE / (2 * Math.PI * 75_000);
      const x = Float32Array.from(samples, (value) => value / 2 ** 15);
      return streamed(quadratureBlock({ gain }), x, { length: 2 ** 16 });
    };

    it("has its pilot at 19,000 ± 2 Hz", async () => {
      const x = await multiplex();
      expect(Math.abs(findPilot(x, RATE)!.frequency - 19_000)).toBeLessThan(2);
    });

    it("is decoded as in float64, with a difference between sum and noise in power", async () => {
      const x = (await multiplex()).subarray(0, 2 ** 14);
      const settings = { rate: RATE, decimation: 4, deemphasis: 50e-6, leastPilot: 0.02 };
      const y = await streamed(stereoBlock(settings), x, { length: 2 ** 12 });
      expect(errorDb(y, stereo(Float64Array.from(x), settings))).toBeLessThan(-100);
      const [left, right] = sidesOf(y);
      const power = (sign: number) => left.reduce((sum, value, m) => sum + (value + sign * right[m]) ** 2, 0);
      const differenceDb = 10 * Math.log10(power(-1) / power(1));
      expect(differenceDb).toBeGreaterThan(-15);
      expect(differenceDb).toBeLessThan(0);
    });
  });

  it.each([
    [{ rate: 106_000 }, "rate must be more than 106000, got 106000"],
    [{ rate: Number.NaN }, "rate must be more than 106000, got NaN"],
    [{ decimation: 8 }, "decimation must be at most 7, got 8"],
    [{ deemphasis: -1 }, "deemphasis must be from 0 to 0.001 s, got -1"],
    [{ leastPilot: 0 }, "leastPilot must be a positive number, got 0"],
  ])("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    const config = { signals: 1, length: 56, rate: RATE, input, ...wrong };
    await expect(createStereoDecoder(device, config)).rejects.toThrow(`analog/stereo: ${message}`);
  });
});
