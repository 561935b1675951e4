import { array, assert, integer, property } from "fast-check";
import { expect, it } from "vitest";
import { SlidingOrder, valueOfRank } from "./ranks.ts";

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
