import { describe, expect, it } from "vitest";
import { errorDb, TEST_INVOCATIONS, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { createRealWorkgroupFft } from "./real-workgroup.ts";
import { realFft } from "./real.reference.ts";
import { tolerance, transformed } from "./testing.ts";

describe("fft/real-workgroup", () => {
  it.each([
    [2048, 3],
    [4096, 1],
    [32 * TEST_INVOCATIONS, 2],
  ])("length %i, batch %i, forward and inverse", async (length, batch) => {
    const device = await testDevice();
    const x = testNormals(length, length * batch);
    const rows = Array.from({ length: batch }, (_, b) => [...realFft(x.subarray(b * length, (b + 1) * length))]);
    const bins = Float64Array.from(rows.flat());
    const sizes = { length, batch };
    const forward = await transformed(
      device,
      (input) => createRealWorkgroupFft(device, { ...sizes, input }),
      x,
      bins.length,
    );
    expect(errorDb(forward, bins)).toBeLessThan(tolerance(length));
    const back = await transformed(
      device,
      (input) => createRealWorkgroupFft(device, { ...sizes, input, inverse: true }),
      bins,
      x.length,
    );
    expect(errorDb(back, x)).toBeLessThan(tolerance(length));
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
