import { describe, expect, it } from "vitest";
import { errorDb, TEST_INVOCATIONS, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { fft } from "./fft.float64.ts";
import { fftPass } from "./mixed.reference.ts";
import { createMixedFft, radicesOf } from "./mixed.ts";
import { tolerance, transformed } from "./testing.ts";
import { batchedFft } from "./workgroup.reference.ts";

describe("fft/mixed", () => {
  it.each(
    [
      [2, 1100],
      [3, 1],
      [5, 3],
      [7, 400],
      [9, 1],
      [60, 35],
      [105, 20],
      [343, 7],
      [1000, 3],
      [1458, 1],
      [1920, 2],
      [2000, 1],
      [2048, 2],
    ].filter(([length]) => length <= 8 * TEST_INVOCATIONS),
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

  it.each([5, 8, 33, TEST_INVOCATIONS - 56])("length 60 with %i invocations per workgroup", async (group) => {
    const device = await testDevice();
    const x = testNormals(group, 2 * 60 * 37);
    const sizes = { length: 60, batch: 37, group };
    const y = await transformed(device, (input) => createMixedFft(device, { ...sizes, input }), x);
    expect(errorDb(y, batchedFft(x, 37))).toBeLessThan(tolerance(60));
  });

  it("finds the fewest radices of any length that has such a product", () => {
    for (let length = 2; length <= 2048; length++) {
      let rest = length;
      for (const prime of [2, 3, 5, 7]) while (rest % prime === 0) rest /= prime;
      const radices = radicesOf(length);
      expect(radices !== undefined, String(length)).toBe(rest === 1);
      expect(radices?.reduce((product, radix) => product * radix, 1) ?? length).toBe(length);
    }
    expect(radicesOf(2048)).toHaveLength(4);
    expect(radicesOf(2000)).toHaveLength(5);
  });

  it.each([
    { length: 12, before: 1, after: 35 },
    { length: 35, before: 12, after: 1 },
    { length: 10, before: 6, after: 7 },
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

  it.each([0, 1, 11, 2049, 2100, 1.5, Number.NaN])("refuses length %s", async (length) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createMixedFft(device, { length, batch: 1, input })).rejects.toThrow(
      `fft/mixed: length must be 2^a·3^b·5^c·7^d from 2 to ${8 * TEST_INVOCATIONS}, got ${length}`,
    );
  });

  it.each([4, 8.5])("refuses group %s", async (group) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(128));
    await expect(createMixedFft(device, { length: 60, batch: 1, group, input })).rejects.toThrow(
      `fft/mixed: group must be an integer ≥ 5, got ${group}`,
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
