import { expect, it } from "vitest";
import { equal } from "./equal.ts";

it.each([
  { a: 1, b: 1, same: true },
  { a: 0, b: -0, same: true },
  { a: Number.NaN, b: Number.NaN, same: true },
  { a: 1, b: "1", same: false },
  { a: null, b: undefined, same: false },
  { a: null, b: {}, same: false },
  { a: [], b: {}, same: false },
  { a: [1, [2, 3]], b: [1, [2, 3]], same: true },
  { a: [1, 2], b: [1, 2, 3], same: false },
  { a: [1, 2], b: [2, 1], same: false },
  // The order of fields says nothing, nor does a field without a value.
  { a: { x: 1, y: { z: [4] } }, b: { y: { z: [4] }, x: 1 }, same: true },
  { a: { x: 1, y: undefined }, b: { x: 1 }, same: true },
  { a: { x: 1, y: undefined }, b: { x: 1, y: null }, same: false },
  { a: { x: 1, y: { z: [4] } }, b: { x: 1, y: { z: [5] } }, same: false },
])("configurations $a and $b: equal is $same", ({ a, b, same }) => {
  expect(equal(a, b)).toBe(same);
  expect(equal(b, a)).toBe(same);
});
