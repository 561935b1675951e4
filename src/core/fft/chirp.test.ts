import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { chirp } from "./chirp.reference.ts";
import { createChirp } from "./chirp.ts";

const swapped = (x: Float64Array) => x.map((_, i) => x[i ^ 1]);

describe("fft/chirp", () => {
  it.each([
    { rows: 3, inputLength: 100, length: 257, kept: 100 },
    { rows: 2, inputLength: 300, length: 7, kept: 7, swap: "after" as const },
    { rows: 1, inputLength: 1, length: 1, kept: 1 },
    { rows: 1, inputLength: 70_000, length: 70_001, kept: 70_000, group: 1 },
    { rows: 3, inputLength: 20, length: 31, kept: 20, group: 6 },
    { rows: 5, inputLength: 130, length: 140, kept: 120, swap: "before" as const },
  ])("multiplies, pads and cuts like the reference: %o", async (sizes) => {
    const { rows, inputLength, length, kept, swap } = sizes;
    const device = await testDevice();
    const x = testNormals(1, 2 * rows * inputLength);
    const factors = testNormals(2, 2 * kept);
    const [input, table] = [x, factors].map((values) => upload(device, Float32Array.from(values)));
    const plan = await createChirp(device, { ...sizes, input, factors: table });
    poison(device, plan.output);
    await run(device, plan);
    const y = await readFloats(device, plan.output, 2 * rows * length);
    plan.destroy();
    for (let row = 0; row < rows; row++) {
      const own = x.subarray(2 * row * inputLength, 2 * (row + 1) * inputLength);
      const product = chirp(swap === "before" ? swapped(own) : own, factors, length, kept);
      const expected = swap === "after" ? swapped(product) : product;
      expect(errorDb(y.subarray(2 * row * length, 2 * (row + 1) * length), expected)).toBeLessThan(-130);
    }
  });

  it.each([
    [{ rows: 0 }, "rows must be a positive integer, got 0"],
    [{ kept: 9 }, "kept must be an integer from 1 to 8, got 9"],
    [{ kept: 0 }, "kept must be an integer from 1 to 8, got 0"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const sizes = { rows: 1, input: buffer, inputLength: 8, factors: buffer, length: 8, kept: 8 };
    await expect(createChirp(device, { ...sizes, ...change })).rejects.toThrow(`fft/chirp: ${message}`);
  });
});
