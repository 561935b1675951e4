import { expect, it } from "vitest";
import { columnsToRows, toCsv, toJson } from "./table.ts";

it("writes standard CSV", () => {
  const table = {
    columns: ["frequency (MHz)", 'name, "quoted"'],
    rows: [
      [-1.5, "a,b"],
      [2e-7, null],
      [Number.NaN, 'say "x"'],
    ],
  };
  expect(toCsv(table)).toBe('frequency (MHz),"name, ""quoted"""\r\n-1.5,"a,b"\r\n2e-7,\r\n,"say ""x"""\r\n');
});

it("writes JSON with one object per row, and null for a missing number", () => {
  const table = {
    columns: ["x (s)", "y"],
    rows: [
      [0.1, Number.NaN],
      ["a", null],
    ],
  };
  expect(JSON.parse(toJson(table))).toEqual([
    { "x (s)": 0.1, y: null },
    { "x (s)": "a", y: null },
  ]);
});

it("turns columns into rows", () => {
  expect(columnsToRows(Float32Array.of(1, 2), ["a", null])).toEqual([
    [1, "a"],
    [2, null],
  ]);
});
