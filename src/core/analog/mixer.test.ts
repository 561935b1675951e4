import { assert, asyncProperty, double, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { errorDb, gpuRuns, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { passTag } from "../flow/graph/rate.ts";
import { streamed } from "../flow/build/testing.ts";
import { mixerBlock } from "./blocks.ts";
import { mixer } from "./mixer.reference.ts";
import { createMixer } from "./mixer.ts";

const noise = (seed: number, samples: number) => Float32Array.from(testNormals(seed, 2 * samples));

/** e^{−j2πfn} for n from `first` on, its phase in exact integers: a float64 is an integer over a power of two. */
function carrier(frequency: number, first: number, count: number): Float64Array {
  const step = BigInt(Math.round(frequency * 2 ** 64));
  return Float64Array.from({ length: 2 * count }, (_, i) => {
    const turns = Number(BigInt.asUintN(64, step * BigInt(first + (i >> 1)))) / 2 ** 64;
    return i & 1 ? -Math.sin(2 * Math.PI * turns) : Math.cos(2 * Math.PI * turns);
  });
}

describe("analog/mixer", () => {
  it.each([
    { signals: 1, total: 1, length: 1, frequency: 0.3 },
    { signals: 1, total: 5003, length: 5003, frequency: -0.123_456_789 },
    { signals: 3, total: 1009, length: 1009, frequency: 0.5 },
    { signals: 2, total: 1500, length: 7, frequency: 1 / 12 },
    { signals: 65_537, total: 2, length: 2, frequency: -0.5 },
    { signals: 1, total: 300_007, length: 70_001, frequency: 0.311_7 },
  ])("$signals signals of $total samples in pages of $length, $frequency cycles per sample", async (sizes) => {
    const { signals, total, length, frequency } = sizes;
    const x = noise(total, signals * total);
    const y = await streamed(mixerBlock({ frequency }), x, { signals, length });
    const rows = Array.from({ length: signals }, (_, s) => {
      return Array.from(mixer(x.subarray(2 * s * total, 2 * (s + 1) * total), frequency));
    });
    expect(errorDb(y, rows.flat())).toBeLessThan(-130);
  });

  it("gives the same bits in pages of any size, at any frequency", async () => {
    const x = noise(3, 400);
    const any = asyncProperty(
      integer({ min: 1, max: 400 }),
      double({ min: -0.5, max: 0.5, noNaN: true }),
      async (length, frequency) => {
        const whole = await streamed(mixerBlock({ frequency }), x, { length: 400 });
        expect(await streamed(mixerBlock({ frequency }), x, { length })).toEqual(whole);
        expect(errorDb(whole, mixer(x, frequency))).toBeLessThan(-130);
      },
    );
    await assert(any, { numRuns: gpuRuns(10) });
  });

  it("does not change samples at frequency 0, to the bit", async () => {
    const x = noise(5, 777);
    expect(await streamed(mixerBlock({ frequency: 0 }), x, { length: 100 })).toEqual(x);
  });

  it.each([2 ** 31 - 3, 2 ** 32 - 5, 2 ** 40 + 12_345, 2 ** 53 - 1000])(
    "has the correct phase at sample %d and after it",
    async (first) => {
      const ones = Float32Array.from({ length: 2 * 500 }, (_, i) => 1 - (i & 1));
      const y = await streamed(mixerBlock({ frequency: 0.1, first }), ones, { length: 33 });
      expect(errorDb(y, carrier(0.1, first, 500))).toBeLessThan(-130);
    },
  );

  it("changes the frequency without a phase jump, and starts again", async () => {
    const device = await testDevice();
    const ones = Float32Array.from({ length: 2 * 50 }, (_, i) => 1 - (i & 1));
    const plan = await createMixer(device, { signals: 1, length: 50, input: upload(device, ones), frequency: 0.01 });
    const page = async () => {
      poison(device, plan.output);
      await run(device, plan);
      return readFloats(device, plan.output, 2 * 50);
    };
    expect(errorDb(await page(), carrier(0.01, 0, 50))).toBeLessThan(-130);
    plan.setFrequency(-0.02);
    // Half a turn has passed.
    expect(
      errorDb(
        await page(),
        carrier(-0.02, 0, 50).map((value) => -value),
      ),
    ).toBeLessThan(-130);
    plan.setFrequency(0.01);
    plan.reset();
    expect(errorDb(await page(), carrier(0.01, 0, 50))).toBeLessThan(-130);
    plan.destroy();
  });

  it("takes two pages in one submission", async () => {
    const device = await testDevice();
    const x = noise(8, 64);
    const plan = await createMixer(device, { signals: 1, length: 64, input: upload(device, x), frequency: 0.1 });
    await run(device, plan, plan);
    const late = mixer([...new Float32Array(2 * 64), ...x], 0.1).subarray(2 * 64);
    expect(errorDb(await readFloats(device, plan.output, 2 * 64), late)).toBeLessThan(-130);
    plan.destroy();
  });

  it("keeps tags at their samples", () => {
    const tag = { sample: 2 ** 40 + 1, key: "burst", value: true };
    expect(passTag([mixerBlock({ frequency: 0.25 })], tag)).toEqual(tag);
  });

  it.each([
    [{ signals: 0 }, "signals must be a positive integer, got 0"],
    [{ length: 2.5 }, "length must be a positive integer, got 2.5"],
    [{ frequency: 0.51 }, "frequency must be from -0.5 to 0.5 cycles per sample, got 0.51"],
    [{ frequency: Number.NaN }, "frequency must be from -0.5 to 0.5 cycles per sample, got NaN"],
    [{ first: -1 }, "first must be a whole number from 0 to 2^53, got -1"],
    [{ first: 0.5 }, "first must be a whole number from 0 to 2^53, got 0.5"],
  ])("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(8));
    const config = { signals: 1, length: 4, input, frequency: 0.1, ...wrong };
    await expect(createMixer(device, config)).rejects.toThrow(`analog/mixer: ${message}`);
  });
});
