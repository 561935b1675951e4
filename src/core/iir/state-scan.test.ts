import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { stateScan } from "./state-scan.reference.ts";
import { createStateScan } from "./state-scan.ts";
import { identity, power, stateSpace } from "./state-space.ts";
import { iir } from "./testing.ts";

/** The states of an elliptic filter of an order, `samples` of them at a time. */
const matrixOf = (order: number, samples: number) =>
  power(stateSpace(iir({ type: "elliptic", order, cutoff: 0.2, ripple: 1, attenuation: 50 }).sections).A, samples);

describe("iir/state-scan", () => {
  it.each([
    { order: 4, samples: 1, rows: 1, length: 1 },
    { order: 4, samples: 10, rows: 3, length: 128 },
    { order: 8, samples: 30, rows: 2, length: 1301 },
    { order: 12, samples: 5, rows: 5, length: 129 },
    { order: 16, samples: 30, rows: 1, length: 3000 },
  ])("order $order, $samples samples a step: $rows × $length", async ({ order, samples, rows, length }) => {
    const device = await testDevice();
    const matrix = matrixOf(order, samples);
    const [initial, ends] = [testNormals(order, rows * order), testNormals(length, rows * length * order)];
    const plan = await createStateScan(device, {
      rows,
      length,
      matrix,
      initial: upload(device, Float32Array.from(initial)),
      ends: upload(device, Float32Array.from(ends)),
    });
    poison(device, plan.starts);
    await run(device, plan);
    const found = await readFloats(device, plan.starts, rows * length * order);
    for (let row = 0; row < rows; row++) {
      const [from, to] = [row * length * order, (row + 1) * length * order];
      const expected = stateScan(matrix, initial.subarray(row * order, (row + 1) * order), ends.subarray(from, to));
      expect(errorDb(found.subarray(from, to), expected)).toBeLessThan(-115);
    }
    plan.destroy();
  });

  it("keeps a sum where A is 1", async () => {
    const device = await testDevice();
    const length = 1000;
    const plan = await createStateScan(device, {
      rows: 1,
      length,
      matrix: identity(4),
      initial: upload(device, Float32Array.of(1, 2, 3, 4)),
      ends: upload(device, new Float32Array(4 * length).fill(1)),
    });
    await run(device, plan);
    const found = await readFloats(device, plan.starts, 4 * length);
    expect([...found]).toEqual(Array.from({ length: 4 * length }, (_, i) => Math.floor(i / 4) + (i % 4) + 1));
    plan.destroy();
  });

  it.each([
    [{ rows: 0 }, "rows must be a positive integer, got 0"],
    [{ length: 1.5 }, "length must be a positive integer, got 1.5"],
    [{ matrix: identity(6) }, "the matrix must be of order 4, 8, 12 or 16, got 6"],
    [{ matrix: identity(20) }, "the matrix must be of order 4, 8, 12 or 16, got 20"],
  ])("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const config = { rows: 1, length: 2, matrix: identity(4), initial: buffer, ends: buffer, ...wrong };
    await expect(createStateScan(device, config)).rejects.toThrow(`iir/state-scan: ${message}`);
  });
});
