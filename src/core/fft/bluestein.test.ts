import { describe, expect, it } from "vitest";
import { errorDb, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { bluestein } from "./bluestein.reference.ts";
import { createBluestein } from "./bluestein.ts";
import { fft } from "./fft.float64.ts";
import { tolerance, transformed } from "./testing.ts";
import { batchedFft } from "./workgroup.reference.ts";

describe("fft/bluestein", () => {
  it.each([2, 11, 97])("has a reference that agrees with the plain one: %i points", (length) => {
    const x = testNormals(length, 2 * length);
    expect(errorDb(bluestein(x), fft(x))).toBeLessThan(-250);
  });

  it.each([
    [1, 3],
    [2, 300],
    [11, 65],
    [157, 5],
    [1023, 2],
    [1024, 1],
    [1031, 3],
    [10007, 1],
  ])("length %i, batch %i: there, and back in place", async (length, batch) => {
    const device = await testDevice();
    const x = testNormals(length, 2 * length * batch);
    const forward = await transformed(device, (input) => createBluestein(device, { length, batch, input }), x);
    expect(errorDb(forward, batchedFft(x, batch))).toBeLessThan(tolerance(Math.max(length, 2)));
    const back = await transformed(
      device,
      (input) => createBluestein(device, { length, batch, input, inverse: true, inPlace: true }),
      Float64Array.from(forward),
    );
    expect(errorDb(back, x)).toBeLessThan(tolerance(Math.max(length, 2)));
  });

  it("refuses invalid numbers of points or transforms", async () => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createBluestein(device, { length: 0, batch: 1, input })).rejects.toThrow(
      "fft/bluestein: length must be an integer ≥ 1 and ≤ 4194304, got 0",
    );
    await expect(createBluestein(device, { length: 11, batch: 1.5, input })).rejects.toThrow(
      "fft/bluestein: batch must be an integer ≥ 1, got 1.5",
    );
  });
});
