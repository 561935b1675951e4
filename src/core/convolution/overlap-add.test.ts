import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, TEST_INVOCATIONS, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { convolve } from "./direct.reference.ts";
import { overlapAdd } from "./overlap-add.reference.ts";
import { createOverlapAdd } from "./overlap-add.ts";
import { awkwardSizes, convolveBoth, inputLengths } from "./testing.ts";

describe("convolution/overlap-add", () => {
  it.each(awkwardSizes)("convolves like the reference: %s", async (name, sizes) => {
    const [x, c] = inputLengths(sizes).map((length, i) => testNormals(name.length + i, length));
    for (const { got, expected } of await convolveBoth(await testDevice(), createOverlapAdd, sizes, [x, c])) {
      expect(errorDb(got, expected)).toBeLessThan(-100);
    }
  });

  it.each([
    { length: 64, taps: 17, precursors: 5, origin: -3, outputLength: 301, decimation: 1 },
    { length: 16, taps: 15, precursors: 14, origin: 9, outputLength: 97, decimation: 3 },
    { length: 300, taps: 1, precursors: 0, origin: 0, outputLength: 7, decimation: 2 },
  ])(
    "has a reference that agrees with the direct one: $taps taps, $length points",
    ({ length, taps, precursors, ...grid }) => {
      const x = testNormals(taps, 2 * 251);
      const h = testNormals(length, 2 * taps);
      expect(errorDb(overlapAdd(x, h, precursors, grid, length), convolve(x, h, precursors, grid))).toBeLessThan(-250);
    },
  );

  it("gives the same result whether or not blocks share a workgroup, up to the longest filter", async () => {
    const device = await testDevice();
    const sizes = {
      signals: 2,
      inputStride: 5003,
      origin: 0,
      outputLength: 4999,
      decimation: 1,
      taps: 1024,
      precursors: 900,
    };
    const x = testNormals(1, 2 * sizes.signals * sizes.inputStride);
    const h = testNormals(2, 2 * sizes.signals * sizes.taps);
    const [input, filters] = [x, h].map((values) => upload(device, Float32Array.from(values)));
    const outputs: Float32Array[] = [];
    for (const parallelGroups of [1, 4, 1024]) {
      const plan = await createOverlapAdd(device, { ...sizes, input, filters, parallelGroups });
      poison(device, plan.output);
      await run(device, plan);
      outputs.push(await readFloats(device, plan.output, 2 * sizes.signals * sizes.outputLength));
      plan.destroy();
    }
    for (const output of outputs) expect(output.every((value, i) => value === outputs[0][i])).toBe(true);
    const second = convolve(x.subarray(x.length / 2), h.subarray(h.length / 2), sizes.precursors, sizes);
    expect(errorDb(outputs[0].subarray(outputs[0].length / 2), second)).toBeLessThan(-100);
  });

  it.each([1, 8, 64, TEST_INVOCATIONS])("gives the same result with %i invocations per workgroup", async (group) => {
    const sizes = { signals: 2, inputStride: 611, origin: 3, outputLength: 600, decimation: 1, taps: 8, precursors: 2 };
    const [x, c] = inputLengths(sizes).map((length, i) => testNormals(group + i, length));
    const create: typeof createOverlapAdd = (device, config) => createOverlapAdd(device, { ...config, group });
    for (const { got, expected } of await convolveBoth(await testDevice(), create, sizes, [x, c])) {
      expect(errorDb(got, expected)).toBeLessThan(-100);
    }
  });

  it.each([
    [{ taps: 1025 }, "the filters must span at most 1024 samples, got 1025"],
    [{ taps: 9, group: 1 }, "the filters must span at most 8 samples, got 9"],
    [{ group: 48 }, `group must be a power of two from 1 to ${TEST_INVOCATIONS}, got 48`],
    [{ parallelGroups: 1.5 }, "parallelGroups must be an integer ≥ 1, got 1.5"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const sizes = { signals: 1, inputStride: 8, origin: 0, outputLength: 8, decimation: 1, taps: 3, precursors: 0 };
    await expect(createOverlapAdd(device, { ...sizes, ...change, input: buffer, filters: buffer })).rejects.toThrow(
      `convolution/overlap-add: ${message}`,
    );
  });
});
