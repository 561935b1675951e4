import { describe, expect, it } from "vitest";
import { errorDb, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { realFft } from "./real.reference.ts";
import { createRealFft } from "./real.ts";
import { tolerance, transformed } from "./testing.ts";

describe("fft/real", () => {
  it.each([
    [4, 3],
    [64, 5],
    [90, 2],
    [158, 3],
    [4096, 2],
    [8192, 2],
    [12000, 1],
    [3, 1],
    [75, 6],
    [97, 3],
    [6561, 3],
  ])("length %i, batch %i, forward and inverse", async (length, batch) => {
    const device = await testDevice();
    const x = testNormals(length, length * batch);
    const bins = Math.floor(length / 2) + 1;
    const forward = await transformed(
      device,
      (input) => createRealFft(device, { length, batch, input }),
      x,
      2 * bins * batch,
    );
    for (let b = 0; b < batch; b++) {
      const expected = realFft(x.subarray(b * length, (b + 1) * length));
      expect(errorDb(forward.subarray(2 * b * bins, 2 * (b + 1) * bins), expected)).toBeLessThan(tolerance(length));
    }
    const back = await transformed(
      device,
      (input) => createRealFft(device, { length, batch, input, inverse: true }),
      Float64Array.from(forward),
      length * batch,
    );
    expect(errorDb(back, x)).toBeLessThan(tolerance(length));
  });

  it.each([0, 1, 2, 2 ** 22 + 1, 2 ** 23 + 2, 4.5, Number.NaN])("refuses length %s", async (length) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createRealFft(device, { length, batch: 1, input })).rejects.toThrow(
      `fft/real: length must be an even number from 4 to 8388608 or an odd one from 3 to 4194304, got ${length}`,
    );
  });

  it("refuses an empty batch", async () => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createRealFft(device, { length: 8, batch: 0, input })).rejects.toThrow(
      "fft/real: batch must be a positive integer, got 0",
    );
  });
});
