import { describe, expect, it } from "vitest";
import { TEST_INVOCATIONS, testDevice, upload } from "../gpu/testing.ts";
import { createRealMixedFft } from "./real-mixed.ts";
import { realErrors, tolerance } from "./testing.ts";

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
    const { forward, inverse } = await realErrors(createRealMixedFft, length, batch);
    expect(forward).toBeLessThan(tolerance(length));
    expect(inverse).toBeLessThan(tolerance(length));
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
