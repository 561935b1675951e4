import { array, assert, integer, property } from "fast-check";
import { expect, it } from "vitest";
import { RowOrders, SlidingOrder, valueOfRank } from "./ranks.ts";

const values = array(integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 60 });

it("signals/finding/ranks agree with sorting", () => {
  const any = property(values, integer({ min: 0, max: 59 }), integer({ min: 1, max: 9 }), (list, place, width) => {
    const rank = place % list.length;
    const sorted = (some: readonly number[]) => some.toSorted((a, b) => a - b);
    expect(valueOfRank(Float64Array.from(list), rank)).toBe(sorted(list)[rank]);
    const window = new SlidingOrder(width);
    for (const [i, value] of list.entries()) {
      if (window.length === width) window.remove(list[i - width]);
      window.add(value);
      const held = Array.from({ length: window.length }, (_, at) => window.at(at));
      expect(held).toEqual(sorted(list.slice(Math.max(0, i + 1 - width), i + 1)));
    }
  });
  assert(any, { numRuns: 40 });
  const full = new SlidingOrder(1);
  full.add(1);
  expect(() => full.add(2)).toThrow("a window holds 1 values");
});

it("signals/finding/ranks sort rows again after any changes", () => {
  const length = 9;
  const row = array(integer({ min: -9, max: 9 }), { minLength: length, maxLength: length });
  const rows = array(row, { minLength: 3, maxLength: 3 });
  const any = property(array(rows, { minLength: 1, maxLength: 4 }), (times) => {
    const orders = new RowOrders(3, length);
    const sorted = new Float64Array(length);
    for (const [t, list] of times.flat().entries()) {
      orders.sort(t % 3, Float64Array.from(list), sorted);
      expect([...sorted]).toEqual(list.toSorted((a, b) => a - b));
    }
  });
  assert(any, { numRuns: 40 });
});
