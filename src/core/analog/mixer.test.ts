import { assert, asyncProperty, bigInt, double, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { passTag } from "../flow/graph/rate.ts";
import { collect, memorySource } from "../flow/run/testing.ts";
import { errorDb, gpuRuns, testNormals } from "../gpu/testing.ts";
import { mixerBlock } from "./blocks.ts";
import { mixer } from "./mixer.reference.ts";
import { frequencyShift } from "./mixer.ts";

const noise = (seed: number, samples: number) => Float32Array.from(testNormals(seed, 2 * samples));

const mixed = async (x: ArrayLike<number>, frequency: number, page: number) =>
  (await collect(memorySource(x, "complex"), [mixerBlock(frequency)], { page })).samples;

/** Returns a phase of 2^64 units per turn from its words, low word first. */
const phase = (words: unknown) => {
  const [low, high] = words as readonly [number, number];
  return BigInt(low) + (BigInt(high) << 32n);
};

describe("analog/mixer", () => {
  it.each([
    { total: 1, page: 1, frequency: 0.3 },
    { total: 5003, page: 5003, frequency: -0.123_456_789 },
    { total: 1009, page: 100, frequency: 0.5 },
    { total: 700, page: 7, frequency: 1 / 12 },
    { total: 300_007, page: 70_001, frequency: 0.311_7 },
  ])("$total samples in pages of $page, $frequency cycles per sample", async ({ total, page, frequency }) => {
    const x = noise(total, total);
    expect(errorDb(await mixed(x, frequency, page), mixer(x, frequency))).toBeLessThan(-130);
  });

  it("gives the same bits in pages of any size, at any frequency", async () => {
    const x = noise(3, 400);
    const any = asyncProperty(
      integer({ min: 8, max: 400 }),
      double({ min: -0.5, max: 0.5, noNaN: true }),
      async (page, frequency) => {
        const whole = await mixed(x, frequency, 400);
        expect(await mixed(x, frequency, page)).toEqual(whole);
        expect(errorDb(whole, mixer(x, frequency))).toBeLessThan(-130);
      },
    );
    await assert(any, { numRuns: gpuRuns(5) });
  });

  it("does not change samples at frequency 0, to the bit", async () => {
    const x = noise(5, 777);
    expect(await mixed(x, 0, 100)).toEqual(x);
  });

  it("begins at the exact phase of any sample, and a page continues the page before", () => {
    const any = property(
      bigInt({ min: -(2n ** 52n), max: 2n ** 52n }),
      integer({ min: 0, max: 2 ** 53 - 2000 }),
      integer({ min: 1, max: 1000 }),
      (units, first, length) => {
        // The frequency is a whole number of units, so that its products are exact integers.
        const { values } = frequencyShift(Number(units) / 2 ** 64);
        const expected = (sample: number) => BigInt.asUintN(64, -units * BigInt(sample));
        expect(phase(values({ first, length }).start)).toBe(expected(first));
        expect(phase(values({ first: first + length, length }).start)).toBe(expected(first + length));
      },
    );
    assert(any);
  });

  it("changes the frequency without a phase jump, and starts again", () => {
    const shift = frequencyShift(0.01);
    const turns = (first: number) => Number(phase(shift.values({ first, length: 50 }).start)) / 2 ** 64;
    expect(turns(0)).toBe(0);
    shift.setFrequency(-0.02);
    expect(turns(50)).toBeCloseTo(0.5, 12);
    // One turn forward in 50 samples.
    expect(turns(100)).toBeCloseTo(0.5, 12);
    shift.reset?.();
    expect(turns(0)).toBe(0);
  });

  it("keeps tags at their samples", () => {
    const tag = { sample: 2 ** 40 + 1, key: "burst", value: true };
    expect(passTag([mixerBlock(0.25)], tag)).toEqual(tag);
  });
});
