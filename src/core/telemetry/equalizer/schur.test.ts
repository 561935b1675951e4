import { describe, expect, it } from "vitest";
import {
  errorDb,
  poison,
  readFloats,
  run,
  TEST_INVOCATIONS,
  testDevice,
  testNormals,
  upload,
} from "../../gpu/testing.ts";
import { solveToeplitz } from "./lu.float64.ts";
import { schur } from "./schur.reference.ts";
import { createSchur } from "./schur.ts";
import { workgroupsFor } from "./toeplitz.ts";

describe("equalizer/schur", () => {
  it("has a reference whose factors multiply to the matrix", () => {
    const size = 9;
    const column = Float64Array.of(4, 0, 1, 0.5, -0.25, 0.75);
    const { d, columns } = schur(column, size);
    const L = (i: number, j: number) => (i >= j && i - j < 3 ? columns[j].subarray(2 * (i - j)) : [0, 0]);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        let [re, im] = [0, 0];
        for (let t = 0; t <= j; t++) {
          const [[a, b], [c, e]] = [L(i, t), L(j, t)];
          re += d[t] * (a * c + b * e);
          im += d[t] * (b * c - a * e);
        }
        expect(re).toBeCloseTo(column[2 * (i - j)] ?? 0, 12);
        expect(im).toBeCloseTo(column[2 * (i - j) + 1] ?? 0, 12);
      }
    }
  });

  it("takes turns if there is no memory for all factors at once", async () => {
    const device = await testDevice();
    const [size, band] = [1000, 20];
    const systems = 853;
    expect(workgroupsFor(device.limits, systems, size * band * 8)).toBeLessThan(systems);
    const columns = Float32Array.from({ length: 2 * systems * band }, (_, i) => {
      const k = (i >> 1) % band;
      return k === 0 ? (i % 2 ? 0 : 4) : Math.cos(i * i) / (1 + k * k);
    });
    const rights = Float32Array.from(testNormals(1, 2 * systems * size));
    const [column, right] = [upload(device, columns), upload(device, rights)];
    const plan = await createSchur(device, { systems, size, band, column, right });
    poison(device, plan.solution);
    await run(device, plan);
    const x = await readFloats(device, plan.solution, rights.length);
    for (const s of [0, 1, 837, 838, 852]) {
      const r = Float64Array.from(columns.subarray(2 * s * band, 2 * (s + 1) * band));
      const g = Float64Array.from(rights.subarray(2 * s * size, 2 * (s + 1) * size));
      expect(errorDb(x.subarray(2 * s * size, 2 * (s + 1) * size), solveToeplitz(r, g))).toBeLessThan(-110);
    }
    plan.destroy();
  });

  it("refuses a band wider than its workgroups", async () => {
    const widest = 4 * TEST_INVOCATIONS;
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    await expect(
      createSchur(device, { systems: 1, size: 1100, band: widest + 1, column: buffer, right: buffer }),
    ).rejects.toThrow(`equalizer/schur: band must be at most ${widest}, got ${widest + 1}`);
  });
});
