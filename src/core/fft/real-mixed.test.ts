import { describe, expect, it } from "vitest";
import { errorDb, TEST_INVOCATIONS, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { createRealMixedFft } from "./real-mixed.ts";
import { realFft } from "./real.reference.ts";
import { tolerance, transformed } from "./testing.ts";

/** Points of a workgroup of the device of these tests. */
const MOST_POINTS = Math.min(4096, 16 * TEST_INVOCATIONS);

describe("fft/real-mixed", () => {
  it.each([
    [3, 1],
    [6, 500],
    [75, 31],
    [154, 4],
    [1485, 3],
    [2 * MOST_POINTS, 1],
  ])("length %i, batch %i, forward and inverse", async (length, batch) => {
    const device = await testDevice();
    const x = testNormals(length, length * batch);
    const rows = Array.from({ length: batch }, (_, b) => [...realFft(x.subarray(b * length, (b + 1) * length))]);
    const bins = Float64Array.from(rows.flat());
    const sizes = { length, batch };
    const forward = await transformed(
      device,
      (input) => createRealMixedFft(device, { ...sizes, input }),
      x,
      bins.length,
    );
    expect(errorDb(forward, bins)).toBeLessThan(tolerance(length));
    const back = await transformed(
      device,
      (input) => createRealMixedFft(device, { ...sizes, input, inverse: true }),
      bins,
      x.length,
    );
    expect(errorDb(back, x)).toBeLessThan(tolerance(length));
  });

  it.each([0, 2, 34, 4097, 8194, 4.5, Number.NaN])("refuses length %s", async (length) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createRealMixedFft(device, { length, batch: 1, input })).rejects.toThrow(
      `fft/real-mixed: length must be even up to ${2 * MOST_POINTS} or odd up to ${MOST_POINTS}, with prime factors up to 13, got ${length}`,
    );
  });

  it("refuses an empty batch", async () => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createRealMixedFft(device, { length: 12, batch: 0, input })).rejects.toThrow(
      "fft/real-mixed: batch must be a positive integer, got 0",
    );
  });
});
