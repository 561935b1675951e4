import { describe, expect, it } from "vitest";
import { testNormals } from "../../gpu/testing.ts";
import { factorToeplitz, solveToeplitz } from "./lu.float64.ts";
import { toeplitzResidual } from "./toeplitz.reference.ts";

describe("equalizer/lu", () => {
  it("has a reference that solves 2 × 2 systems by Cramer's rule", () => {
    // [2, 1 − j; 1 + j, 2]: determinant 2.
    const x = solveToeplitz(Float64Array.of(2, 0, 1, 1), Float64Array.of(1, 0, 0, 1));
    const expected = [0.5, -0.5, -0.5, 0.5];
    for (const [i, value] of expected.entries()) expect(x[i]).toBeCloseTo(value, 14);
  });

  it("has a reference with no residual", () => {
    const column = testNormals(3, 2 * 20).map((value, i) => (i < 2 ? 0 : value / 40));
    column[0] = 1;
    const right = testNormals(4, 2 * 120);
    expect(toeplitzResidual(column, right, solveToeplitz(column, right))).toBeLessThan(1e-14);
  });

  it("has a reference whose pivots reveal a matrix that is not positive definite", () => {
    expect(factorToeplitz(Float64Array.of(1, 0, 0.9, 0, 0.4, 0), 6).some(([pivot]) => pivot <= 0)).toBe(true);
  });
});
