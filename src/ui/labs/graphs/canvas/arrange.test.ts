import { array, assert, integer, nat, property, record, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import type { Graph } from "#core/flow/graph/graph.ts";
import { arranged, isPiled, READABLE } from "./arrange.ts";

const ROOM = { width: 955, height: 520 };
const SIZE = { width: 190, height: 130 };

const graphOf = (count: number, links: readonly (readonly [number, number])[]) => ({
  blocks: Array.from({ length: count }, (_, i) => ({
    id: `n${i}`,
    type: "add",
    parameters: {},
    position: [0, 0] as const,
  })),
  connections: links.map(([from, to]): Graph["connections"][number] => ({
    from: [`n${from}`, "out"],
    to: [`n${to}`, "a"],
  })),
});
const placed = (graph: ReturnType<typeof graphOf>, room = ROOM) => {
  const places = arranged(graph, new Map(graph.blocks.map(({ id }) => [id, SIZE])), room);
  return graph.blocks.map(({ id }) => places[id]);
};
const chain = (count: number) =>
  graphOf(
    count,
    Array.from({ length: count - 1 }, (_, i) => [i, i + 1]),
  );

/** Returns how many blocks lie on an earlier one. */
const covered = (places: readonly (readonly [number, number])[]) =>
  places.filter(([x, y], i) =>
    places.slice(0, i).some(([left, top]) => Math.abs(left - x) < SIZE.width && Math.abs(top - y) < SIZE.height),
  ).length;

const width = (places: readonly (readonly [number, number])[]) => Math.max(...places.map(([x]) => x)) + SIZE.width;

describe("graphs/canvas/arrange", () => {
  it("places a short chain in one row, and a long one in rows that are read by scrolling down", () => {
    expect(new Set(placed(chain(4)).map(([, y]) => y)).size).toBe(1);
    const thirteen = placed(chain(13));
    expect(new Set(thirteen.map(([, y]) => y)).size).toBe(3);
    expect(width(thirteen)).toBeLessThan(ROOM.width / READABLE);
    const many = placed(chain(1000));
    expect(width(many)).toBeLessThan(ROOM.width / READABLE);
    expect(covered(many)).toBe(0);
  });

  it("places sources before their reader, and a block behind all that it reads", () => {
    const [a, b, c, d] = placed(graphOf(4, [[0, 1], [1, 3], [2, 3]])); // prettier-ignore
    expect(a[0]).toBeLessThan(b[0]);
    expect(c[0]).toBe(b[0]);
    expect(b[0]).toBeLessThan(d[0]);
  });

  it.each([
    [
      "a thousand readers of one output",
      graphOf(
        1000,
        Array.from({ length: 999 }, (_, i) => [0, i + 1]),
      ),
    ],
    [
      "a thousand sources of one block",
      graphOf(
        1000,
        Array.from({ length: 999 }, (_, i) => [i + 1, 0]),
      ),
    ],
    ["blocks without connections", graphOf(1000, [])],
    [
      "one cycle",
      graphOf(
        1000,
        Array.from({ length: 1000 }, (_, i) => [i, (i + 1) % 1000]),
      ),
    ],
    [
      "the most connections",
      graphOf(
        1000,
        Array.from({ length: 5000 }, (_, i) => [(i * 7) % 1000, (i * 13) % 997]),
      ),
    ],
    ["one block", graphOf(1, [[0, 0]])],
  ])("covers no block in a graph with %s", (_, graph) => {
    const places = placed(graph);
    expect(places.flat().every(Number.isFinite)).toBe(true);
    expect(covered(places)).toBe(0);
  });

  it("covers no block in any graph and any canvas", () => {
    const links = array(tuple(nat(29), nat(29)), { maxLength: 60 });
    const room = record({ width: integer({ min: 200, max: 2000 }), height: integer({ min: 150, max: 1200 }) });
    assert(
      property(integer({ min: 1, max: 30 }), links, room, (count, links, room) => {
        const inside = links.filter(([from, to]) => from < count && to < count);
        expect(covered(placed(graphOf(count, inside), room))).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it("knows piles: files whose program places no block", () => {
    const at = (...positions: [number, number][]) =>
      positions.map((position, i) => ({ id: `n${i}`, type: "add", parameters: {}, position }));
    expect(isPiled(at([0, 0], [0, 0]))).toBe(true);
    expect(isPiled(at([0, 0], [0, 1], [1, 0], [2, 2]))).toBe(true);
    expect(isPiled(at([0, 0], [280, 0], [560, 0], [560, 0], [560, 190]))).toBe(false);
    expect(isPiled([])).toBe(false);
  });
});
