import { expect, it } from "vitest";
import { alike, takeLists } from "./alike.ts";

const trace = (y: ArrayLike<unknown>, more = {}) => ({ type: "scatter", line: { width: 1 }, x: [1, 2], y, ...more });

it("finds differences at any depth", () => {
  expect(alike([trace([1, null])], [trace([1, null])])).toBe(true);
  expect(alike([trace([1, null])], [trace([1, 2])])).toBe(false);
  expect(alike(trace([1]), trace([1], { line: { width: 2 } }))).toBe(false);
  expect(alike({ a: undefined }, { b: undefined })).toBe(false);
  expect(alike({ a: undefined }, { a: undefined })).toBe(true);
  expect(alike(Number.NaN, Number.NaN)).toBe(true);
  expect(alike([], {})).toBe(false);
});

it("ignores values in lists and their number, but not objects in lists", () => {
  const [a, b] = [trace(Float32Array.of(1, 2)), trace([null, 4])];
  expect(alike([a], [b], "but values")).toBe(true);
  expect(alike([a], [trace([1, 2, 3])], "but values")).toBe(true);
  expect(alike([a], [trace([])], "but values")).toBe(false);
  expect(alike([a], [{ ...b, line: { width: 2 } }], "but values")).toBe(false);
  expect(alike([a], [a, b], "but values")).toBe(false);
});

it("copies lists and nothing else", () => {
  const old = { x: [1], line: { width: 1 }, bars: { array: [1], color: "red" } };
  takeLists(old, {
    x: [2],
    y: Float32Array.of(3),
    line: { width: 2 },
    bars: { array: [4] },
    marker: { symbol: ["x"] },
  });
  expect(old).toEqual({ x: [2], y: Float32Array.of(3), line: { width: 1 }, bars: { array: [4], color: "red" } });
});
