import { describe, expect, it } from "vitest";
import { countMinima } from "../gpu/spirv/testing.ts";
import { errorDb, TEST_INVOCATIONS, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { fft } from "./fft.float64.ts";
import { fftPass } from "./mixed.reference.ts";
import { createMixedFft } from "./mixed.ts";
import { isSmooth, mixedPoints, stagePlanOf } from "./stage-plan.ts";
import { tolerance, transformed } from "./testing.ts";
import { batchedFft } from "./workgroup.reference.ts";

/** WebGPU's default limits. */
const laptop = {
  limits: { maxComputeWorkgroupStorageSize: 16384, maxComputeInvocationsPerWorkgroup: 256 } as GPUSupportedLimits,
};
const MOST_RADIX = 27;
/** Points of a workgroup of the device of these tests. */
const MOST_POINTS = Math.min(4096, 16 * TEST_INVOCATIONS);

describe("fft/mixed", () => {
  it.each(
    [
      [2, 1100],
      [3, 1],
      [7, 400],
      [18, 5],
      [20, 2],
      [21, 3],
      [24, 2],
      [25, 3],
      [27, 1],
      [60, 35],
      [143, 20],
      [840, 3],
      [1001, 3],
      [2048, 2],
      [2187, 2],
      [4095, 1],
    ].filter(([length]) => length <= MOST_POINTS),
  )("length %i, batch %i, forward and inverse", async (length, batch) => {
    const device = await testDevice();
    const x = testNormals(length + batch, 2 * length * batch);
    const forward = await transformed(device, (input) => createMixedFft(device, { length, batch, input }), x);
    expect(errorDb(forward, batchedFft(x, batch))).toBeLessThan(tolerance(length));
    const inverse = { length, batch, inverse: true };
    const back = await transformed(
      device,
      (input) => createMixedFft(device, { ...inverse, input, output: input }),
      Float64Array.from(forward),
    );
    expect(errorDb(back, x)).toBeLessThan(tolerance(length));
  });

  it.each([4, 8, 33, TEST_INVOCATIONS - 56])("length 60 with %i invocations per workgroup", async (group) => {
    const device = await testDevice();
    const x = testNormals(group, 2 * 60 * 37);
    const sizes = { length: 60, batch: 37, group };
    const y = await transformed(device, (input) => createMixedFft(device, { ...sizes, input }), x);
    expect(errorDb(y, batchedFft(x, 37))).toBeLessThan(tolerance(60));
  });

  it.each(
    [
      [1183, 1, 1],
      [77, 1, 30],
    ].filter(([length]) => length <= MOST_POINTS),
  )("has no checks of indices in a butterfly: %i points, %i before, %i after", async (length, before, after) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(2 * length * after));
    const { lines, radices, group } = stagePlanOf(device, { length, isPass: before * after > 1 })!;
    const rounds = radices.reduce((sum, radix) => sum + Math.ceil((lines * length) / radix / group), 0);
    const minima = await countMinima(device, () => createMixedFft(device, { length, batch: 1, before, after, input }));
    // A round of butterflies has at most three, for its number, line and row; in the first and the last stage there is one more, for its points.
    expect(minima).toBeLessThanOrEqual(5 * rounds);
    expect(minima).toBeGreaterThan(0);
  });

  it("plans every length with prime factors up to 13, within the limits of any device", () => {
    const wrong: number[] = [];
    for (let length = 2; length <= mixedPoints(laptop); length++) {
      let rest = length;
      for (const prime of [2, 3, 5, 7, 11, 13]) while (rest % prime === 0) rest /= prime;
      expect(isSmooth(length), String(length)).toBe(rest === 1);
      const plan = stagePlanOf(laptop, { length, isPass: false });
      if ((plan !== undefined) !== (rest === 1)) wrong.push(length);
      if (!plan) continue;
      const { radices, lines, group, places } = plan;
      const fits = group <= 256 && lines * length <= places && radices.every((radix) => radix <= MOST_RADIX);
      if (!fits || radices.reduce((product, radix) => product * radix, 1) !== length) wrong.push(length);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    { length: 12, before: 1, after: 35 },
    { length: 35, before: 12, after: 1 },
    { length: 143, before: 6, after: 7 },
  ])("is a pass of a longer transform: %o", async ({ length, before, after }) => {
    const device = await testDevice();
    const points = length * before * after;
    const x = testNormals(points, 4 * points);
    const sizes = { length, before, after, batch: 2 };
    const y = await transformed(device, (input) => createMixedFft(device, { ...sizes, input }), x);
    for (const b of [0, 1]) {
      const expected = fftPass(x.subarray(2 * b * points, 2 * (b + 1) * points), length, before, after);
      expect(errorDb(y.subarray(2 * b * points, 2 * (b + 1) * points), expected)).toBeLessThan(tolerance(points));
    }
  });

  it("has a reference whose passes give a transform", () => {
    const x = testNormals(3, 2 * 4 * 5 * 6);
    const passes = fftPass(fftPass(fftPass(x, 5, 1, 24), 4, 5, 6), 6, 20, 1);
    expect(errorDb(passes, fft(x))).toBeLessThan(-250);
  });

  it.each([0, 1, 17, 4097, 4200, 1.5, Number.NaN])("refuses length %s", async (length) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createMixedFft(device, { length, batch: 1, input })).rejects.toThrow(
      `fft/mixed: length must be from 2 to ${MOST_POINTS} with prime factors up to 13, got ${length}`,
    );
  });

  it.each([3, 8.5])("refuses group %s", async (group) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(128));
    await expect(createMixedFft(device, { length: 60, batch: 1, group, input })).rejects.toThrow(
      `fft/mixed: group must be an integer ≥ 4, got ${group}`,
    );
  });

  it("refuses an empty batch, and a later pass in place", async () => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createMixedFft(device, { length: 6, batch: 0, input })).rejects.toThrow(
      "fft/mixed: batch must be a positive integer, got 0",
    );
    await expect(createMixedFft(device, { length: 6, batch: 1, before: 5, input, output: input })).rejects.toThrow(
      "fft/mixed: only the first pass works in place, got 5 points before it",
    );
  });
});
