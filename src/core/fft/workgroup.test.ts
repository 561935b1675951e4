import { describe, expect, it } from "vitest";
import { errorDb, TEST_INVOCATIONS, testDevice, testNormals, upload, withLimits } from "../gpu/testing.ts";
import { tolerance, transformed } from "./testing.ts";
import { batchedFft } from "./workgroup.reference.ts";
import { createWorkgroupFft } from "./workgroup.ts";

async function transform(x: Float64Array, length: number, inverse = false): Promise<Float32Array> {
  const device = await testDevice();
  const batch = x.length / 2 / length;
  return transformed(device, (input) => createWorkgroupFft(device, { length, batch, inverse, input }), x);
}

describe("fft/workgroup", () => {
  it.each([
    [2, 1],
    [4, 515],
    [8, 3],
    [16, 1],
    [16, 33],
    [32, 67],
    [64, 1],
    [64, 65],
    [128, 19],
    [256, 9],
    [512, 3],
    [1024, 5],
    [2048, 1],
    [2048, 3],
    [16 * TEST_INVOCATIONS, 3],
  ])("length %i, batch %i, forward and inverse", async (length, batch) => {
    const x = testNormals(length + batch, 2 * length * batch);
    const forward = await transform(x, length);
    expect(errorDb(forward, batchedFft(x, batch))).toBeLessThan(tolerance(length));
    const back = await transform(Float64Array.from(forward), length, true);
    expect(errorDb(back, x)).toBeLessThan(tolerance(length));
  });

  it.each([
    [256, 16],
    [256, 48],
    [4, 3],
    [64, 128],
    [512, 96],
    [1024, 64 * Math.floor(TEST_INVOCATIONS / 64 - 1)],
  ])("length %i with %i invocations per workgroup", async (length, group) => {
    const device = await testDevice();
    const x = testNormals(group, 2 * length * 7);
    const sizes = { length, batch: 7, group };
    const y = await transformed(device, (input) => createWorkgroupFft(device, { ...sizes, input }), x);
    expect(errorDb(y, batchedFft(x, 7))).toBeLessThan(tolerance(length));
  });

  it("exchanges points without padding where a workgroup has no room for it", async () => {
    const length = 16 * TEST_INVOCATIONS;
    const device = withLimits(await testDevice(), { maxComputeWorkgroupStorageSize: 32 * TEST_INVOCATIONS });
    const x = testNormals(3, 2 * length * 3);
    const y = await transformed(device, (input) => createWorkgroupFft(device, { length, batch: 3, input }), x);
    expect(errorDb(y, batchedFft(x, 3))).toBeLessThan(tolerance(length));
  });

  it("puts a tone into its bin", async () => {
    const length = 2048;
    const phase = (n: number) => (2 * Math.PI * 777 * n) / length;
    const x = Float64Array.from({ length: 2 * length }, (_, i) => (i % 2 ? Math.sin : Math.cos)(phase(i >> 1)));
    const X = await transform(x, length);
    expect(X[2 * 777]).toBeCloseTo(length, 2);
    X[2 * 777] = 0;
    expect(Math.max(...X.map(Math.abs))).toBeLessThan(length * 1e-6);
  });

  it.each([0, 1, 3, 24, 8192, -16, Number.NaN])("refuses length %s", async (length) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createWorkgroupFft(device, { length, batch: 1, input })).rejects.toThrow(
      `fft/workgroup: length must be a power of two from 2 to ${16 * TEST_INVOCATIONS}, got ${length}`,
    );
  });

  it.each([8, 24, 272, Number.NaN])("refuses group %s", async (group) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createWorkgroupFft(device, { length: 256, batch: 1, group, input })).rejects.toThrow(
      `fft/workgroup: group must be 16, or a multiple of it up to ${TEST_INVOCATIONS}, got ${group}`,
    );
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses batch %s", async (batch) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createWorkgroupFft(device, { length: 16, batch, input })).rejects.toThrow(
      `fft/workgroup: batch must be a positive integer, got ${batch}`,
    );
  });
});
