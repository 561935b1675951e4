import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { columnSums } from "./column-sums.reference.ts";
import { createColumnSums } from "./column-sums.ts";

describe("arithmetic/column-sums", () => {
  it.each([
    [1, 1],
    [97, 3],
    [3, 1021],
    [256, 2048],
  ])("sums %i rows of %i columns, with any factor", async (rows, columns) => {
    const device = await testDevice();
    const x = testNormals(rows, rows * columns);
    const expected = columnSums(x, columns);
    const plan = await createColumnSums(device, { x: upload(device, Float32Array.from(x)), rows, columns });
    for (const scale of [1, -0.125]) {
      plan.setScale(scale);
      poison(device, plan.y);
      await run(device, plan);
      const y = await readFloats(device, plan.y, columns);
      expect(
        errorDb(
          y,
          expected.map((value) => scale * value),
        ),
      ).toBeLessThan(-120);
    }
    plan.destroy();
  });

  it.each([
    [{ rows: 0, columns: 1 }, "rows must be a positive integer, got 0"],
    [{ rows: 2, columns: 1.5 }, "columns must be a positive integer, got 1.5"],
  ])("refuses %o", async (size, message) => {
    const device = await testDevice();
    const x = upload(device, new Float32Array(4));
    await expect(createColumnSums(device, { ...size, x })).rejects.toThrow(`arithmetic/column-sums: ${message}`);
  });
});
