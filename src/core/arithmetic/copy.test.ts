import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { copy } from "./copy.reference.ts";
import { createCopy } from "./copy.ts";

describe("arithmetic/copy", () => {
  it.each([4, 1024, 1028, 1_000_004])("copies exactly %i numbers", async (length) => {
    const device = await testDevice();
    const values = Float32Array.from(testNormals(length, length));
    const plan = await createCopy(device, { x: upload(device, values), length });
    poison(device, plan.y);
    await run(device, plan);
    const result = await readFloats(device, plan.y);
    expect([...result.subarray(0, 4)]).toEqual([...copy(Float64Array.from(values)).subarray(0, 4)]);
    expect(result.subarray(0, length).every((value, n) => value === values[n])).toBe(true);
    expect(result.subarray(length).every((value) => Number.isNaN(value))).toBe(true);
    plan.destroy();
  });

  it.each([0, 3, -4, Number.NaN])("refuses a length of %s", async (length) => {
    const device = await testDevice();
    const x = upload(device, new Float32Array(4));
    await expect(createCopy(device, { x, length })).rejects.toThrow(
      `arithmetic/copy: length must be a positive multiple of 4, got ${length}`,
    );
  });
});
