import { describe, expect, it } from "vitest";
import { errorDb, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { pairRows } from "./real-pairs.reference.ts";
import { createRealPairs } from "./real-pairs.ts";
import { realFft } from "./real.reference.ts";
import { transformed } from "./testing.ts";
import { batchedFft } from "./workgroup.reference.ts";

describe("fft/real-pairs", () => {
  it.each([
    { length: 7, rows: 4 },
    { length: 129, rows: 5 },
    { length: 1, rows: 1 },
    { length: 6, rows: 3, group: 5 },
  ])("pairs samples and separates them again: %o", async (sizes) => {
    const { length, rows } = sizes;
    const device = await testDevice();
    const x = Float64Array.from(Float32Array.from(testNormals(length, length * rows)));
    const pairs = pairRows(x, length);
    const found = await transformed(
      device,
      (input) => createRealPairs(device, { ...sizes, input, of: "samples" }),
      x,
      pairs.length,
    );
    expect(Float64Array.from(found)).toEqual(pairs);
    const back = await transformed(
      device,
      (input) => createRealPairs(device, { ...sizes, input, of: "samples", inverse: true }),
      pairs,
      x.length,
    );
    expect(Float64Array.from(back)).toEqual(x);
  });

  it.each([
    { length: 7, rows: 4 },
    { length: 129, rows: 5 },
    { length: 1, rows: 1 },
    { length: 6, rows: 3, group: 5 },
  ])("separates transforms of pairs into bins and combines them again: %o", async (sizes) => {
    const { length, rows } = sizes;
    const device = await testDevice();
    const x = testNormals(length, length * rows);
    const spectra = batchedFft(pairRows(x, length), Math.ceil(rows / 2));
    const bins = Float64Array.from(
      Array.from({ length: rows }, (_, row) => [...realFft(x.subarray(row * length, (row + 1) * length))]).flat(),
    );
    const found = await transformed(
      device,
      (input) => createRealPairs(device, { ...sizes, input, of: "bins" }),
      spectra,
      bins.length,
    );
    expect(errorDb(found, bins)).toBeLessThan(-130);
    const back = await transformed(
      device,
      (input) => createRealPairs(device, { ...sizes, input, of: "bins", inverse: true }),
      bins,
      spectra.length,
    );
    expect(errorDb(back, spectra)).toBeLessThan(-130);
  });

  it("refuses invalid numbers of points or signals", async () => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    const config = { length: 7, rows: 2, input, of: "samples" as const };
    await expect(createRealPairs(device, { ...config, length: 0 })).rejects.toThrow(
      "fft/real-pairs: length must be a positive integer, got 0",
    );
    await expect(createRealPairs(device, { ...config, rows: 1.5 })).rejects.toThrow(
      "fft/real-pairs: rows must be a positive integer, got 1.5",
    );
  });
});
