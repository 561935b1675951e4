import { assert, double, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { testNormals } from "../../gpu/testing.ts";
import { channelModes, hermitianEigen, MOST_MODES, USED_CARRIERS } from "./modes.ts";

/** Σ conj(a)·b. */
function inner(a: Float64Array, b: Float64Array): [number, number] {
  let [re, im] = [0, 0];
  for (let i = 0; i < a.length; i += 2) {
    re += a[i] * b[i] + a[i + 1] * b[i + 1];
    im += a[i] * b[i + 1] - a[i + 1] * b[i];
  }
  return [re, im];
}

describe("wifi/equalization/modes", () => {
  it("finds the eigenvectors of any Hermitian matrix", () => {
    const any = property(integer({ min: 1, max: 12 }), integer(), (n, seed) => {
      const normals = testNormals(seed, 2 * n * n);
      const matrix = Array.from({ length: n }, (_, i) =>
        Array.from({ length: n }, (__, j): [number, number] => {
          const at = 2 * (Math.min(i, j) * n + Math.max(i, j));
          return i === j ? [normals[at], 0] : [normals[at], (i < j ? 1 : -1) * normals[at + 1]];
        }),
      );
      const { values, vectors } = hermitianEigen(matrix);
      for (const [m, u] of vectors.entries()) {
        for (const [i, row] of matrix.entries()) {
          const conjugates = Float64Array.from(row.flatMap(([re, im]) => [re, -im]));
          const [re, im] = inner(conjugates, u);
          expect(Math.hypot(re - values[m] * u[2 * i], im - values[m] * u[2 * i + 1])).toBeLessThan(1e-10);
        }
        for (const [l, v] of vectors.entries()) {
          const [re, im] = inner(u, v);
          expect(Math.hypot(re - Number(l === m), im)).toBeLessThan(1e-10);
        }
      }
    });
    assert(any, { numRuns: 30 });
  });

  it("keeps the channel's variance in a few modes", () => {
    const any = property(double({ min: 0.1, max: 6, noNaN: true }), (delaySpread) => {
      const { variances, vectors } = channelModes(delaySpread);
      expect(variances.length).toBeLessThanOrEqual(MOST_MODES);
      expect([...variances]).toEqual([...variances].toSorted((a, b) => b - a));
      const total = variances.reduce((sum, variance) => sum + variance);
      expect(1 - total / USED_CARRIERS.length).toBeLessThan(1e-3);
      for (const u of vectors) expect(inner(u, u)[0]).toBeCloseTo(1, 9);
    });
    assert(any, { numRuns: 4 });
  });
});
