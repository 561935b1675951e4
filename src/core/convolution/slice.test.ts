import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { slice } from "./slice.reference.ts";
import { createSlice } from "./slice.ts";

describe("convolution/slice", () => {
  it.each([
    { rows: 1, inputStride: 1, first: 0, outputLength: 1 },
    { rows: 3, inputStride: 131, first: -7, outputLength: 200 },
    { rows: 2, inputStride: 500, first: 3, step: 7, outputLength: 50 },
    { rows: 2, inputStride: 64, first: 60, step: 3, outputLength: 129 },
    { rows: 1, inputStride: 9, first: 1000, outputLength: 5 },
    { rows: 1, inputStride: 9, first: -1000, outputLength: 5 },
    { rows: 2, inputStride: 40, first: 1, outputLength: 41, group: 3 },
  ])("takes the same samples as the reference: %o", async (sizes) => {
    const device = await testDevice();
    const x = testNormals(sizes.inputStride, 2 * sizes.rows * sizes.inputStride).map(Math.fround);
    const plan = await createSlice(device, { ...sizes, input: upload(device, Float32Array.from(x)) });
    poison(device, plan.output);
    await run(device, plan);
    const y = await readFloats(device, plan.output, 2 * sizes.rows * sizes.outputLength);
    const expected = slice(x, sizes);
    expect(y.every((value, i) => value === expected[i])).toBe(true);
    plan.destroy();
  });

  it("takes rows from the middle of one buffer to the middle of another", async () => {
    const device = await testDevice();
    const x = testNormals(1, 2 * 5 * 3).map(Math.fround);
    const buffer = upload(device, new Float32Array(2 * 4 * 2).fill(7));
    const sizes = { rows: 2, inputStride: 3, first: 1, outputLength: 2 };
    const input = upload(device, Float32Array.from(x));
    const plan = await createSlice(device, { ...sizes, inputRow: 2, input, target: { buffer, row: 1 } });
    await run(device, plan);
    const y = await readFloats(device, buffer, 16);
    expect([...y]).toEqual([7, 7, 7, 7, ...slice(x.subarray(2 * 2 * 3), sizes), 7, 7, 7, 7]);
    expect(plan.output).toBe(buffer);
    plan.destroy();
  });

  it.each([
    [{ rows: 65536 }, "rows must be an integer from 1 to 65535, got 65536"],
    [{ inputStride: 0 }, "inputStride must be an integer ≥ 1, got 0"],
    [{ inputRow: -1 }, "inputRow must be an integer ≥ 0, got -1"],
    [{ first: 0.5 }, "first must be an integer, got 0.5"],
    [{ step: 0 }, "step must be an integer ≥ 1, got 0"],
    [{ outputLength: -2 }, "outputLength must be an integer ≥ 1, got -2"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    const sizes = { rows: 1, inputStride: 8, first: 0, outputLength: 8 };
    await expect(createSlice(device, { ...sizes, ...change, input })).rejects.toThrow(`convolution/slice: ${message}`);
  });
});
