import { describe, expect, it } from "vitest";
import { testNormals } from "../../gpu/testing.ts";
import { pseudoInverse } from "./least-squares.ts";
import { pilotColumns } from "./pilot.ts";

/** Largest |A⁺A − I|, A⁺ by rows and A by columns. */
function departure(rows: readonly Float64Array[], columns: readonly Float64Array[]): number {
  let worst = 0;
  for (const [i, row] of rows.entries()) {
    for (const [j, column] of columns.entries()) {
      let [re, im] = [i === j ? -1 : 0, 0];
      for (let n = 0; n < row.length; n += 2) {
        re += row[n] * column[n] - row[n + 1] * column[n + 1];
        im += row[n] * column[n + 1] + row[n + 1] * column[n];
      }
      worst = Math.max(worst, Math.hypot(re, im));
    }
  }
  return worst;
}

describe("estimation/least-squares", () => {
  it("inverts the pilot matrix, whose condition number is about 2300, to 1e-11", () => {
    const rows = pseudoInverse(pilotColumns);
    expect(departure(rows, pilotColumns)).toBeLessThan(1e-11);
  });

  it("gives a solution whose residual is orthogonal to the columns", () => {
    const columns = Array.from({ length: 5 }, (_, j) => testNormals(j + 1, 24));
    const y = testNormals(9, 24);
    const rows = pseudoInverse(columns);
    expect(departure(rows, columns)).toBeLessThan(1e-13);
    const residual = y.slice();
    for (const [j, row] of rows.entries()) {
      let [re, im] = [0, 0];
      for (let n = 0; n < 24; n += 2) {
        re += row[n] * y[n] - row[n + 1] * y[n + 1];
        im += row[n] * y[n + 1] + row[n + 1] * y[n];
      }
      for (let n = 0; n < 24; n += 2) {
        residual[n] -= re * columns[j][n] - im * columns[j][n + 1];
        residual[n + 1] -= re * columns[j][n + 1] + im * columns[j][n];
      }
    }
    for (const column of columns) {
      let [re, im] = [0, 0];
      for (let n = 0; n < 24; n += 2) {
        re += column[n] * residual[n] + column[n + 1] * residual[n + 1];
        im += column[n] * residual[n + 1] - column[n + 1] * residual[n];
      }
      expect(Math.hypot(re, im)).toBeLessThan(1e-13);
    }
  });

  it("solves a square system exactly: the inverse of [[2j]] is [[−j/2]]", () => {
    const [row] = pseudoInverse([Float64Array.of(0, 2)]);
    expect([...row]).toEqual([0, -0.5]);
  });
});
