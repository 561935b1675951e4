import { describe, expect, it } from "vitest";
import { EMPTY } from "../graph/edits.ts";
import { resolve } from "../graph/resolved.ts";
import { outlineOf } from "./geometry.ts";
import { inViewOf, MOST_BLOCKS, MOST_WIRES, type PlacedBlock, wiresOf } from "./in-view.ts";

/** Blocks at some places, each connected to the one before, and to the first one. */
function drawing(count: number, place: (i: number) => readonly [number, number]) {
  const graph = {
    ...EMPTY,
    blocks: Array.from({ length: count }, (_, i) => ({ id: `n${i}`, type: "add", parameters: {}, position: place(i) })),
    connections: Array.from({ length: count - 1 }, (_, i) => [
      { from: [`n${i}`, "out"] as const, to: [`n${i + 1}`, "a"] as const },
      { from: ["n0", "out"] as const, to: [`n${i + 1}`, "b"] as const },
    ]).flat(),
  };
  const { blocks } = resolve(graph);
  const placed = graph.blocks.map((block): PlacedBlock => {
    const [x, y] = block.position;
    return { id: block.id, x, y, isMeasured: false, ...outlineOf(block, blocks.get(block.id)!) };
  });
  return { placed, wires: wiresOf(new Map(placed.map((block) => [block.id, block])), graph.connections) };
}
const VIEW = { left: 0, top: 0, right: 1000, bottom: 600 };
const NONE: ReadonlySet<string> = new Set();
const parts = (path: string) => path.split("M").length - 1;

describe("graphs/canvas/in-view", () => {
  it("draws what is in the view of a graph of a thousand blocks", () => {
    const { placed, wires } = drawing(1000, (i) => [(i % 40) * 300, Math.floor(i / 40) * 220]);
    const { blocks, wires: lines, others } = inViewOf(placed, wires, VIEW, NONE);
    // Columns 0 to 3, rows 0 to 2.
    expect(blocks.size).toBe(12);
    expect(others).toBe(0);
    for (const id of ["n0", "n3", "n40", "n83"]) expect(blocks).toContain(id);
    // A connection whose blocks are both outside crosses the view.
    expect(lines).toContain("n41.a");
    expect(lines.size).toBeLessThanOrEqual(MOST_WIRES);
  });

  it.each([
    ["a pile", () => [0, 0] as const],
    ["blocks that lie close", (i: number) => [(i % 40) * 20, Math.floor(i / 40) * 20] as const],
  ])("draws a bounded number of elements for %s, and outlines of the others", (_, place) => {
    const { placed, wires } = drawing(1000, place);
    const seen = inViewOf(placed, wires, VIEW, new Set(["n999"]));
    expect(seen.blocks.size).toBe(MOST_BLOCKS);
    expect(seen.blocks).toContain("n999");
    expect(seen.others).toBe(1000 - MOST_BLOCKS);
    expect(parts(seen.outlines)).toBe(seen.others);
    expect(seen.wires.size).toBe(MOST_WIRES);
    expect(parts(seen.lines)).toBe(2 * 999 - MOST_WIRES);
  });

  it("draws one connection of each input", () => {
    const { placed } = drawing(2, () => [0, 0]);
    const twice = [0, 1].map(() => ({ from: ["n0", "out"] as const, to: ["n1", "a"] as const }));
    const lost = [{ from: ["n0", "gone"] as const, to: ["n1", "b"] as const }];
    const blocks = new Map(placed.map((block) => [block.id, block]));
    expect(wiresOf(blocks, [...twice, ...lost]).map(({ id }) => id)).toEqual(["n1.a"]);
  });
});
