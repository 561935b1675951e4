import { assert, double, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { testNormals } from "../../gpu/testing.ts";
import { carrierCorrelation, channelModes, MOST_MODES, symmetricEigen, USED_CARRIERS } from "./modes.ts";

/** RMS, in samples: all that the estimator takes. */
const delaySpreads = double({ min: 0.1, max: 6, noNaN: true });

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
  it("finds the eigenvectors of any real symmetric matrix", () => {
    const any = property(integer({ min: 1, max: 12 }), integer(), (n, seed) => {
      const normals = testNormals(seed, n * n);
      const matrix = Array.from({ length: n }, (_, i) =>
        Array.from({ length: n }, (__, j) => normals[Math.min(i, j) * n + Math.max(i, j)]),
      );
      const dot = (a: readonly number[] | Float64Array, b: Float64Array) =>
        b.reduce((sum, value, i) => sum + a[i] * value, 0);
      const { values, vectors } = symmetricEigen(matrix);
      for (const [m, u] of vectors.entries()) {
        for (const [i, row] of matrix.entries()) expect(Math.abs(dot(row, u) - values[m] * u[i])).toBeLessThan(1e-10);
        for (const [l, v] of vectors.entries()) expect(Math.abs(dot(u, v) - Number(l === m))).toBeLessThan(1e-10);
      }
    });
    assert(any, { numRuns: 30 });
  });

  it("are computed once for each delay spread: chains of all rates and pages share them", () => {
    expect(channelModes(2.125)).toBe(channelModes(2.125));
    expect(channelModes(2.25)).not.toBe(channelModes(2.125));
  });

  it("are eigenvectors of the carriers' Hermitian correlation matrix, conjugate at −k", () => {
    const any = property(delaySpreads, (delaySpread) => {
      const between = carrierCorrelation(delaySpread);
      const { variances, vectors } = channelModes(delaySpread);
      // Row k has E H*[k]·H[l]: its inner product with u is (R·u)[k].
      const rows = USED_CARRIERS.map((k) =>
        Float64Array.from(
          USED_CARRIERS.flatMap((l) => {
            const { re, im } = between(k, l);
            return [re, -im];
          }),
        ),
      );
      for (const [m, u] of vectors.entries()) {
        const residual = rows.map((row, i) => {
          const [re, im] = inner(row, u);
          return Math.hypot(re - variances[m] * u[2 * i], im - variances[m] * u[2 * i + 1]);
        });
        expect(Math.hypot(...residual), `‖Ru − λu‖ of mode ${m}`).toBeLessThan(1e-10);
        for (const [l, v] of vectors.entries()) {
          const [re, im] = inner(u, v);
          expect(Math.hypot(re - Number(l === m), im), `modes ${m} and ${l}`).toBeLessThan(1e-10);
        }
        // From carrier −26 up, and from 26 down.
        for (let i = 0, j = u.length - 2; i < j; i += 2, j -= 2) expect([u[i], -u[i + 1]]).toEqual([u[j], u[j + 1]]);
      }
    });
    assert(any, { numRuns: 4 });
  });

  it("keeps the channel's variance in a few modes", () => {
    const any = property(delaySpreads, (delaySpread) => {
      const { variances } = channelModes(delaySpread);
      expect(variances.length).toBeLessThanOrEqual(MOST_MODES);
      expect([...variances]).toEqual([...variances].toSorted((a, b) => b - a));
      const total = variances.reduce((sum, variance) => sum + variance);
      expect(1 - total / USED_CARRIERS.length).toBeLessThan(1e-3);
    });
    assert(any, { numRuns: 4 });
  });
});
