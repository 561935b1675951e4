import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, TEST_INVOCATIONS, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { seriesTaps } from "./cascade.ts";
import { convolve } from "./direct.reference.ts";
import { createDirectConvolution } from "./direct.ts";
import { awkwardSizes, convolveBoth, inputLengths, liquidFilters } from "./testing.ts";

const filters = liquidFilters();
const complex = (values: (typeof filters)[number]["h"]) =>
  Float64Array.from(values.flatMap((value) => (typeof value === "number" ? [value, 0] : value)));

describe("convolution/direct", () => {
  it.each(awkwardSizes)("convolves like the reference: %s", async (name, sizes) => {
    const [x, c] = inputLengths(sizes).map((length, i) => testNormals(name.length + i, length));
    for (const { got, expected } of await convolveBoth(await testDevice(), createDirectConvolution, sizes, [x, c])) {
      expect(errorDb(got, expected)).toBeLessThan(-100);
    }
  });

  it("liquid-dsp's FIR filters, reference", () => {
    expect(filters.length).toBeGreaterThan(15);
    for (const { name, decimation, ...numbers } of filters) {
      const [h, x, y] = [numbers.h, numbers.x, numbers.y].map(complex);
      const grid = { origin: 0, outputLength: y.length / 2, decimation };
      expect(errorDb(convolve(x, h, 0, grid), y), name).toBeLessThan(-180);
    }
  });

  it("liquid-dsp's complex decimating filter", async () => {
    const [one] = filters.filter(({ name }) => name === "firdecim_cccf_data_M4h13x40");
    const [h, x, y] = [one.h, one.x, one.y].map(complex);
    expect(errorDb(await filter(x, h, { outputLength: 10, decimation: 4, precursors: 0 }), y)).toBeLessThan(-120);
  });

  it("answers an impulse with its taps, more of them than overlap-save takes", async () => {
    const taps = 2999;
    const h = testNormals(3, 2 * taps).map(Math.fround);
    const x = new Float64Array(2 * taps);
    x[0] = 1;
    const y = await filter(x, h, { outputLength: taps, decimation: 1, precursors: 0 });
    expect([...y]).toEqual([...h]);
  });

  it.each([1, 3, 64, TEST_INVOCATIONS])("gives the same result with %i invocations per workgroup", async (group) => {
    const [x, h] = [testNormals(6, 2 * 611), testNormals(7, 2 * 83)];
    const sizes = { outputLength: 199, decimation: 3, precursors: 40 };
    const expected = convolve(x, h, sizes.precursors, { origin: 0, ...sizes });
    expect(errorDb(await filter(x, h, { ...sizes, group }), expected)).toBeLessThan(-120);
  });

  it("has a reference that combines two filters in series", () => {
    const [x, c] = [testNormals(4, 80), testNormals(5, 10)];
    const d = [3, -1, 0.5];
    const grid = { origin: 0, outputLength: 40, decimation: 1 };
    const twice = convolve(convolve(x, c, 0, grid), seriesTaps(Float64Array.of(1, 0), d), 0, grid);
    expect(errorDb(convolve(x, seriesTaps(c, d), 0, grid), twice)).toBeLessThan(-250);
  });
});

async function filter(
  x: Float64Array,
  h: Float64Array,
  sizes: { outputLength: number; decimation: number; precursors: number; group?: number },
): Promise<Float32Array> {
  const device = await testDevice();
  const [input, filters] = [x, h].map((values) => upload(device, Float32Array.from(values)));
  const lengths = { signals: 1, inputStride: x.length / 2, origin: 0, taps: h.length / 2 };
  const plan = await createDirectConvolution(device, { ...lengths, ...sizes, input, filters });
  poison(device, plan.output);
  await run(device, plan);
  const y = await readFloats(device, plan.output, 2 * sizes.outputLength);
  plan.destroy();
  return y;
}
