import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { compositeFilters } from "./composite.reference.ts";
import { type CompositeFiltersConfig, createCompositeFilters } from "./composite.ts";

async function compose(filters: Float64Array, sizes: Omit<CompositeFiltersConfig, "filters">): Promise<Float32Array> {
  const device = await testDevice();
  const plan = await createCompositeFilters(device, { ...sizes, filters: upload(device, Float32Array.from(filters)) });
  poison(device, plan.output);
  await run(device, plan);
  const span = sizes.taps + (sizes.second?.length ?? 1) - 1;
  const h = await readFloats(device, plan.output, 2 * sizes.count * (sizes.length ?? span));
  plan.destroy();
  return h;
}

describe("convolution/composite", () => {
  it.each([
    { count: 1, taps: 1, second: [2] },
    { count: 3, taps: 5, second: [1, -1, 0.5] },
    { count: 2, taps: 3, second: Array.from({ length: 40 }, (_, i) => Math.cos(i)) },
    { count: 4, taps: 186, second: [0.25, 0.5, 0.25], length: 211 },
    { count: 5, taps: 7, length: 64 },
    { count: 2, taps: 7, first: 3 },
    { count: 2, taps: 9, second: [1, 2], group: 4 },
  ])("combines two filters into one: %o", async (sizes) => {
    const { count, taps, second = [1], first = 0 } = sizes;
    const filters = testNormals(taps, 2 * (first + count) * taps);
    const expected = compositeFilters(
      filters.subarray(2 * first * taps),
      taps,
      second,
      sizes.length ?? taps + second.length - 1,
    );
    expect(errorDb(await compose(filters, sizes), expected)).toBeLessThan(-130);
  });

  it("multiplies polynomials: (1 + z⁻¹)(1 − z⁻¹) = 1 − z⁻²", async () => {
    const h = await compose(Float64Array.of(1, 0, 1, 0), { count: 1, taps: 2, second: [1, -1] });
    expect([...h]).toEqual([1, 0, 0, 0, -1, 0]);
  });

  it.each([
    [{ count: 0 }, "count must be an integer from 1 to 65535, got 0"],
    [{ first: -1 }, "first must be an integer ≥ 0, got -1"],
    [{ taps: 1.5 }, "taps must be an integer ≥ 1, got 1.5"],
    [{ second: [1, 1], length: 3 }, "length must be an integer ≥ 4, got 3"],
    [{ second: [] }, "the second filter must have a tap"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const filters = upload(device, new Float32Array(64));
    await expect(createCompositeFilters(device, { count: 1, taps: 3, filters, ...change })).rejects.toThrow(
      `convolution/composite: ${message}`,
    );
  });
});
