import { describe, expect, it } from "vitest";
import { TEST_INVOCATIONS, testDevice, upload } from "../gpu/testing.ts";
import { createRealWorkgroupFft } from "./real-workgroup.ts";
import { realErrors, tolerance } from "./testing.ts";

describe("fft/real-workgroup", () => {
  it.each([
    [2048, 3],
    [4096, 1],
    [32 * TEST_INVOCATIONS, 2],
  ])("length %i, batch %i, forward and inverse", async (length, batch) => {
    const { forward, inverse } = await realErrors(createRealWorkgroupFft, length, batch);
    expect(forward).toBeLessThan(tolerance(length));
    expect(inverse).toBeLessThan(tolerance(length));
  });

  it.each([1024, 2000, 3 * 1024, 64 * TEST_INVOCATIONS, Number.NaN])("refuses length %s", async (length) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createRealWorkgroupFft(device, { length, batch: 1, input })).rejects.toThrow(
      `fft/real-workgroup: length must be a power of two from 2048 to ${32 * TEST_INVOCATIONS}, got ${length}`,
    );
  });

  it("refuses an empty batch", async () => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createRealWorkgroupFft(device, { length: 2048, batch: 0, input })).rejects.toThrow(
      "fft/real-workgroup: batch must be a positive integer, got 0",
    );
  });
});
