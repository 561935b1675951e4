import { array, assert, constantFrom, nat, property, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { checkGraph } from "../graph/check-graph.ts";
import type { Arrow } from "../graph/cycles.ts";
import { fuse } from "./fuse.ts";
import { testGraph } from "../graph/graph.testing.ts";
import { TEST_BLOCKS } from "../graph/made-up-blocks.testing.ts";

const check = (...parts: Parameters<typeof testGraph>) => checkGraph(testGraph(...parts), TEST_BLOCKS);

const COUNT = 14;
const MOST_BUFFERS = 8;

describe("flow/fuse", () => {
  it("fuses connected blocks at one rate, and never around another block", () => {
    const { groups } = check(
      {
        source: ["counter"],
        first: ["gain"],
        outer: ["gain"],
        filter: ["smooth"],
        inner: ["sum"],
        slow: ["rate", { down: 2 }],
        last: ["gain"],
        end: ["list"],
        other: ["list"],
      },
      [
        "source.out first.in",
        "first.out outer.in",
        "first.out filter.in",
        "outer.out inner.a",
        "filter.out inner.b",
        "inner.out slow.in",
        "slow.out last.in",
        "last.out end.in",
        "inner.out other.in",
      ],
    );
    expect(groups).toEqual([["source", "first", "outer"]]);
  });

  it("splits groups that need more than eight buffers", () => {
    const names = Array.from({ length: 9 }, (_, i) => `b${i}`);
    const chain = Object.fromEntries(names.map((name) => [name, ["sum"] as const]));
    const feeds = Object.fromEntries(names.map((name) => [`${name}-feed`, ["feed"] as const]));
    const { problems, groups } = check({ ...chain, ...feeds, end: ["list"] }, [
      "b0-feed.out b0.a",
      ...names.map((name) => `${name}-feed.out ${name}.b`),
      ...names.map((name, i) => (i === 8 ? `${name}.out end.in` : `${name}.out b${i + 1}.a`)),
    ]);
    expect(problems).toEqual([]);
    expect(groups.flat()).toEqual(names);
    expect(groups.length).toBe(2);
  });

  it("fuses until no two connected groups can be joined, and no kernel waits for itself", () => {
    const edge = tuple(nat(COUNT - 1), nat(COUNT - 1), nat(1));
    const kinds = array(constantFrom("sample", "filter", "other"), { minLength: COUNT, maxLength: COUNT });
    const any = property(array(edge, { maxLength: 30 }), kinds, (pairs, kindOf) => {
      // Always from a lower to a higher number: no cycle.
      const ordered = pairs.filter(([a, b]) => a !== b).map(([a, b, port]) => [Math.min(a, b), Math.max(a, b), port]);
      const edges = ordered.map(([from, to, port]) => ({
        from: [`b${from}`, `out${port}`] as const,
        to: [`b${to}`, "in"] as const,
      }));
      const arrows = edges.map(({ from, to }): Arrow => [from[0], to[0]]);
      const ids = Array.from({ length: COUNT }, (_, i) => `b${i}`);
      const [fusible, filters] = ["sample", "filter"].map((kind) => ids.filter((_, i) => kindOf[i] === kind));
      const groups = fuse(
        fusible.map((id) => ({ id, size: "same" })),
        filters.map((id) => ({ id, size: "same", load: { loads: 1, buffers: 2 }, store: { buffers: 2 } })),
        edges,
        arrows,
      );
      const names = new Map(ids.map((id) => [id, groups.find((group) => group.includes(id))?.[0] ?? id]));
      expect(isPossible(names, edges)).toBe(true);
      const withFilter = filters.map((id) => names.get(id));
      expect(new Set(withFilter).size).toBe(filters.length);
      for (const { from, to } of edges) {
        const [first, second] = [names.get(from[0]), names.get(to[0])];
        if (first === second || !fusible.includes(from[0]) || !fusible.includes(to[0])) continue;
        if (withFilter.includes(first) || withFilter.includes(second)) continue;
        const joined = new Map([...names].map(([id, name]) => [id, name === second ? first : name]));
        expect(isPossible(joined as Map<string, string>, edges)).toBe(false);
      }
    });
    assert(any, { numRuns: 300 });
  });
});

type Edges = readonly { from: readonly [string, string]; to: readonly [string, string] }[];

/** Whether each group can run before or after each other one, within the limit of buffers. */
function isPossible(names: ReadonlyMap<string, string>, edges: Edges): boolean {
  const between = edges.filter(({ from, to }) => names.get(from[0]) !== names.get(to[0]));
  const sizes = new Map<string, number>();
  for (const name of names.values()) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  for (const [name, size] of sizes) {
    const crossing = between.filter(({ from, to }) => [names.get(from[0]), names.get(to[0])].includes(name));
    if (size > 1 && new Set(crossing.map(({ from }) => from.join("."))).size > MOST_BUFFERS) return false;
  }
  // Groups without an earlier one leave in turn; on a cycle none does.
  const left = new Set(names.values());
  for (let changes = true; changes;) {
    changes = false;
    for (const name of left) {
      const waits = between.some(({ from, to }) => names.get(to[0]) === name && left.has(names.get(from[0]) as string));
      if (!waits) changes = left.delete(name);
    }
  }
  return left.size === 0;
}
