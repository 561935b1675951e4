import { describe, expect, it } from "vitest";
import { checkGraph } from "../graph/check-graph.ts";
import { runFloat64 } from "./run-graph.reference.ts";
import { testGraph } from "../graph/graph.testing.ts";
import { TEST_BLOCKS } from "../graph/made-up-blocks.testing.ts";

describe("flow/run-graph reference", () => {
  it("returns every output, at any rate", () => {
    const graph = testGraph(
      { x: ["counter"], half: ["rate", { down: 2 }], both: ["pair"], gain: ["gain", { gain: 0.5 }], end: ["list"] },
      ["x.out half.in", "half.out gain.in", "half.out both.a", "gain.out both.b", "gain.out end.in"],
    );
    const signals = runFloat64(checkGraph(graph, TEST_BLOCKS), TEST_BLOCKS, { items: 5 });
    expect(signals).toEqual({
      "x.out": Float64Array.of(0, 1, 2, 3, 4, 5),
      "half.out": Float64Array.of(0, 2, 4),
      "gain.out": Float64Array.of(0, 1, 2),
      "both.out": Float64Array.of(0, 0, 2, 1, 4, 2),
    });
  });

  it("computes cycles: y[n] = x[n] + y[n − 2] / 2", () => {
    const graph = testGraph({ x: ["counter"], y: ["sum"], half: ["gain", { gain: 0.5 }], z: ["wait", { items: 2 }] }, [
      "x.out y.a",
      "z.out y.b",
      "y.out half.in",
      "half.out z.in",
    ]);
    const { "y.out": y } = runFloat64(checkGraph(graph, TEST_BLOCKS), TEST_BLOCKS, { items: 30 });
    for (const n of y.keys()) expect(y[n]).toBe(n + (y[n - 2] ?? 0) / 2);
  });

  it("names a block without a counterpart, and a problem", () => {
    const run = (...parts: Parameters<typeof testGraph>) =>
      runFloat64(checkGraph(testGraph(...parts), TEST_BLOCKS), TEST_BLOCKS, { items: 5 });
    expect(() => run({ x: ["feed"], end: ["list"] }, ["x.out end.in"])).toThrow(
      expect.objectContaining({
        name: "BlockError",
        block: "x",
        message: 'the block type "feed" has no float64 counterpart',
      }),
    );
    expect(() => run({ end: ["list"] }, [])).toThrow(expect.objectContaining({ name: "BlockError", block: "end" }));
  });
});
