import { array, assert, nat, property, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { type Arrow, forwards, onCycles } from "./cycles.ts";

const arrowsAmong = (count: number) =>
  array(tuple(nat(count - 1), nat(count - 1)), { maxLength: 2 * count }).map((pairs) =>
    pairs.map(([from, to]): Arrow => [`b${from}`, `b${to}`]),
  );

const ids = Array.from({ length: 12 }, (_, i) => `b${i}`);

/** Returns what a walk along one or more arrows reaches. */
function walk(start: string, arrows: readonly Arrow[]): Set<string> {
  const found = new Set<string>();
  const waiting = [start];
  for (const id of waiting) {
    for (const [from, to] of arrows) {
      if (from !== id || found.has(to)) continue;
      found.add(to);
      waiting.push(to);
    }
  }
  return found;
}

describe("flow/cycles", () => {
  it("finds the blocks from which a walk comes back", () => {
    const any = property(arrowsAmong(12), (arrows) => {
      const expected = ids.filter((id) => walk(id, arrows).has(id));
      expect([...onCycles(arrows)].toSorted()).toEqual(expected.toSorted());
    });
    assert(any, { numRuns: 300 });
    const ring = Array.from({ length: 10_000 }, (_, i): Arrow => [`b${i}`, `b${(i + 1) % 10_000}`]);
    expect(onCycles(ring).size).toBe(10_000);
  });

  it("orders blocks: of those that wait for nothing, the first one of the list", () => {
    const any = property(arrowsAmong(12), (arrows) => {
      const left = new Set(ids);
      const order: string[] = [];
      while (left.size > 0) {
        const waits = (id: string) => arrows.some(([from, to]) => to === id && left.has(from));
        const wasReached = (id: string) => arrows.some(([from, to]) => to === id && !left.has(from));
        const waiting = [...left];
        const id = waiting.find((one) => !waits(one)) ?? waiting.find(wasReached) ?? waiting[0];
        order.push(id);
        left.delete(id);
      }
      expect(forwards(ids, arrows)).toEqual(order);
    });
    assert(any, { numRuns: 300 });
  });
});
