import { array, assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { createStartOrder } from "./start-order.ts";

describe("mode-s/start-order", () => {
  it("orders records of any number by their first words", () => {
    const orderOf = createStartOrder();
    const size = 3;
    // Keys of one, two and three digits.
    for (const max of [2000, 2 ** 22 - 1, 2 ** 32 - 1]) {
      const keys = array(integer({ min: 0, max }), { maxLength: 3000, size: "max" });
      const any = property(keys, (list) => {
        const words = new Uint32Array(size * list.length + size);
        for (const [i, key] of list.entries()) words.set([key, i], size * i);
        const ordered = Array.from(orderOf(words, size, list.length).subarray(0, list.length));
        expect(ordered.map((index) => list[index])).toEqual(list.toSorted((a, b) => a - b));
        expect(new Set(ordered).size).toBe(list.length);
      });
      assert(any, { numRuns: 5 });
    }
  });
});
