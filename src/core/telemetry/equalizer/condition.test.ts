import { describe, expect, it } from "vitest";
import { conditionNumber } from "./condition.ts";

describe("condition number", () => {
  it.each([2, 10, 50, 186])("equals the known value of the second difference, %i unknowns", (n) => {
    // Eigenvalues 2 − 2·cos(kπ / (n + 1)).
    const exact = (1 - Math.cos((n * Math.PI) / (n + 1))) / (1 - Math.cos(Math.PI / (n + 1)));
    expect(Math.abs(conditionNumber(Float64Array.of(2, 0, -1, 0), n) / exact - 1)).toBeLessThan(1e-3);
  });

  it.each([
    [5, 3.6697241481081004],
    [40, 9.250732964095354],
  ])("equals numpy.linalg.cond of a complex matrix, %i unknowns", (n, expected) => {
    const column = Float64Array.of(4, 0, 1, -0.5, 0.25, 0.125, 0, -0.5);
    expect(Math.abs(conditionNumber(column, n) / expected - 1)).toBeLessThan(1e-3);
  });

  it("does not depend on the scale, nor on a modulation", () => {
    const plain = conditionNumber(Float64Array.of(3, 0, 1, 0, 0.25, 0), 40);
    expect(conditionNumber(Float64Array.of(300, 0, 0, 100, -25, 0), 40) / plain).toBeCloseTo(1, 4);
  });

  it("is infinite if the matrix is not positive definite", () => {
    expect(conditionNumber(Float64Array.of(1, 0, 2, 0), 5)).toBe(Infinity);
    expect(conditionNumber(Float64Array.of(0, 0), 3)).toBe(Infinity);
  });
});
