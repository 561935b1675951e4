import { describe, expect, it } from "vitest";
import { errorDb, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { halvedRealFft } from "./real-workgroup.reference.ts";
import { createRealWorkgroupFft } from "./real-workgroup.ts";
import { realFft } from "./real.reference.ts";
import { tolerance, transformed } from "./testing.ts";

describe("fft/real-workgroup", () => {
  it.each([2, 6, 128])("has a reference that agrees with the whole transform: %i points", (length) => {
    const x = testNormals(length, length);
    expect(errorDb(halvedRealFft(x), realFft(x))).toBeLessThan(-250);
  });

  it.each([
    [32, 1],
    [32, 131],
    [256, 19],
    [1024, 5],
    [4096, 3],
  ])("length %i, batch %i, forward and inverse", async (length, batch) => {
    const device = await testDevice();
    const x = testNormals(length + batch, length * batch);
    const rows = Array.from({ length: batch }, (_, b) => [...halvedRealFft(x.subarray(b * length, (b + 1) * length))]);
    const bins = Float64Array.from(rows.flat());
    const forward = await transformed(
      device,
      (input) => createRealWorkgroupFft(device, { length, batch, input }),
      x,
      bins.length,
    );
    expect(errorDb(forward, bins)).toBeLessThan(tolerance(length));
    const back = await transformed(
      device,
      (input) => createRealWorkgroupFft(device, { length, batch, input, inverse: true }),
      bins,
      x.length,
    );
    expect(errorDb(back, x)).toBeLessThan(tolerance(length));
  });

  it.each([0, 16, 48, 8192, Number.NaN])("refuses length %s", async (length) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createRealWorkgroupFft(device, { length, batch: 1, input })).rejects.toThrow(
      `fft/real-workgroup: length must be a power of two from 32 to 4096, got ${length}`,
    );
  });

  it("refuses an empty batch", async () => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createRealWorkgroupFft(device, { length: 64, batch: 0, input })).rejects.toThrow(
      "fft/real-workgroup: batch must be a positive integer, got 0",
    );
  });
});
