import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { columnFft } from "./columns.reference.ts";
import { type ColumnFftConfig, createColumnFft } from "./columns.ts";
import { fft } from "./fft.float64.ts";
import { createWorkgroupFft } from "./workgroup.ts";

const part = (values: Float64Array, index: number, parts: number) =>
  values.subarray((index * values.length) / parts, ((index + 1) * values.length) / parts);

/** 1e-6·log2(N), RMS relative. */
const tolerance = (length: number) => 20 * Math.log10(1e-6 * Math.log2(length));

describe("fft/columns", () => {
  it.each([
    { batch: 1, rows: 128, columns: 128 },
    { batch: 3, rows: 128, columns: 64, inverse: true },
    { batch: 2, rows: 16, columns: 2 },
    { batch: 1, rows: 32, columns: 256, inverse: true },
    { batch: 2, rows: 2048, columns: 4 },
    { batch: 1, rows: 64, columns: 8, pitch: 11 },
    { batch: 2, rows: 128, columns: 64, pitch: 128, inverse: true, keep: { start: 100, length: 6336 } },
    { batch: 3, rows: 16, columns: 16, keep: { start: 255, length: 1 } },
  ])("transforms the columns like the reference: %o", async (sizes) => {
    const device = await testDevice();
    const { batch, rows, columns, pitch = columns, inverse, keep = { start: 0, length: rows * columns } } = sizes;
    const x = testNormals(rows + columns, 2 * batch * rows * pitch);
    const plan = await createColumnFft(device, { ...sizes, input: upload(device, Float32Array.from(x)) });
    poison(device, plan.output);
    await run(device, plan);
    const y = await readFloats(device, plan.output, 2 * batch * keep.length);
    for (let s = 0; s < batch; s++) {
      const matrix = part(x, s, batch).filter((_, i) => (i >> 1) % pitch < columns);
      const expected = columnFft(matrix, rows, columns, inverse).subarray(
        2 * keep.start,
        2 * (keep.start + keep.length),
      );
      const got = y.subarray(2 * s * keep.length, 2 * (s + 1) * keep.length);
      expect(errorDb(got, expected)).toBeLessThan(tolerance(rows * columns));
    }
    plan.destroy();
  });

  it("makes transforms of 16384 points with fft/workgroup, forward and inverse", async () => {
    const device = await testDevice();
    const L = 128;
    const x = testNormals(5, 2 * L * L);
    const X = fft(x);
    const square = { batch: 1, rows: L, columns: L };
    const first = await createColumnFft(device, { ...square, input: upload(device, Float32Array.from(x)) });
    const rows = await createWorkgroupFft(device, { length: L, batch: L, input: first.output });
    const back = await createWorkgroupFft(device, { length: L, batch: L, input: rows.output, inverse: true });
    const last = await createColumnFft(device, { ...square, input: back.output, inverse: true });
    for (const plan of [first, rows, back, last]) poison(device, plan.output);
    await run(device, first, rows, back, last);
    const spectrum = await readFloats(device, rows.output, x.length);
    const natural = X.map((_, i) => spectrum[2 * (((i >> 1) % L) * L + Math.floor((i >> 1) / L)) + (i & 1)]);
    expect(errorDb(natural, X)).toBeLessThan(tolerance(L * L));
    const signal = (await readFloats(device, last.output, x.length)).map((value) => value / L);
    expect(errorDb(signal, x)).toBeLessThan(tolerance(L * L));
    for (const plan of [first, rows, back, last]) plan.destroy();
  });

  const fine = { batch: 1, rows: 16, columns: 4 };
  it.each<[string, Omit<ColumnFftConfig, "input">]>([
    ["batch must be an integer from 1 to 65535, got 0", { ...fine, batch: 0 }],
    ["length must be a power of two from 16 to 2048, got 8", { ...fine, rows: 8 }],
    ["columns must be a power of two, at least 2, got 6", { ...fine, columns: 6 }],
    ["columns must be a power of two, at least 2, got 1", { ...fine, columns: 1 }],
    ["pitch must be an integer ≥ 4, got 3", { ...fine, pitch: 3 }],
    ["keep must lie within 64 points, got 60 from 5", { ...fine, keep: { start: 5, length: 60 } }],
    ["keep must lie within 64 points, got 0 from 0", { ...fine, keep: { start: 0, length: 0 } }],
  ])("refuses: %s", async (message, config) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createColumnFft(device, { ...config, input })).rejects.toThrow(`fft/columns: ${message}`);
  });
});
