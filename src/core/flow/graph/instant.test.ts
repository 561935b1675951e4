import { describe, expect, it } from "vitest";
import { checkGraph } from "./check-graph.ts";
import { endsAfter, instantAfter, isComponentOver, isOver, itemsBefore, ownEnds, pagesAlike } from "./instant.ts";
import { testGraph } from "./graph.testing.ts";
import { holdingBlocks, TEST_BLOCKS } from "./made-up-blocks.testing.ts";

describe("flow/instant", () => {
  it("counts the items of a page before an end, at any rate, exactly", () => {
    const end = instantAfter(250, 100);
    expect([0, 2, 3].map((page) => itemsBefore(end, page, 100))).toEqual([100, 50, 0]);
    // 50 of 100 items are 16.5 of 33: the last one begins before the end.
    expect(itemsBefore(end, 2, 33)).toBe(17);
    expect(itemsBefore(instantAfter(2 ** 30 - 1, 2 ** 30), 0, 2 ** 30 - 3)).toBe(2 ** 30 - 3);
    expect(itemsBefore(undefined, 7, 100)).toBe(100);
  });

  it("lets blocks that hold items end later, and all blocks behind them", () => {
    const graph = testGraph({ x: ["feed"], smooth: ["smooth"], gain: ["gain"], a: ["list"], b: ["list"] }, [
      "x.out smooth.in",
      "smooth.out gain.in",
      "gain.out a.in",
      "x.out b.in",
    ]);
    const firings = new Map(graph.blocks.map(({ id }) => [id, 20]));
    const ends = endsAfter(
      new Map([[0, instantAfter(10, 20)]]),
      checkGraph(graph, holdingBlocks("smooth", 30)),
      firings,
    );
    expect(["x", "smooth", "gain", "a", "b"].map((id) => ends.blocks.get(id))).toEqual([
      instantAfter(10, 20),
      instantAfter(40, 20),
      instantAfter(40, 20),
      instantAfter(40, 20),
      instantAfter(10, 20),
    ]);
    expect([1, 2].map((page) => isOver(ends, page))).toEqual([false, true]);
  });

  it("ends each connected component at its own end, and prepares pages alike between the ends", () => {
    const graph = testGraph(
      {
        a: ["counter", { ends: 30 }],
        x: ["list"],
        b: ["counter", { ends: 75 }],
        y: ["list"],
        c: ["counter"],
        z: ["list"],
      },
      ["a.out x.in", "b.out y.in", "c.out z.in"],
    );
    const checked = checkGraph(graph, TEST_BLOCKS);
    const firings = new Map(graph.blocks.map(({ id }) => [id, 10]));
    const ends = endsAfter(ownEnds(checked, firings), checked, firings);
    expect(new Map(["a", "x", "b", "y", "c", "z"].map((id) => [id, ends.blocks.get(id)]))).toEqual(
      new Map([
        ["a", instantAfter(30, 10)],
        ["x", instantAfter(30, 10)],
        ["b", instantAfter(75, 10)],
        ["y", instantAfter(75, 10)],
        ["c", undefined],
        ["z", undefined],
      ]),
    );
    expect([0, 1, 3, 7, 8].map((page) => pagesAlike(ends, page))).toEqual([3, 2, 4, 1, Infinity]);
    expect([2, 3, 8].map((page) => isComponentOver(ends, page, 0))).toEqual([false, true, true]);
    expect(isOver(ends, 1000)).toBe(false);
  });
});
