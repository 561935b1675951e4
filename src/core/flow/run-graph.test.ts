import { describe, expect, it } from "vitest";
import { testGpu } from "../gpu/testing.ts";
import type { OpenSource } from "./block-factory.ts";
import { checkGraph } from "./check-graph.ts";
import type { Graph } from "./graph.ts";
import { type GraphOptions, type GraphStep, runGraph } from "./run-graph.ts";
import { TEST_BLOCKS, testGraph } from "./testing.ts";

/** Gives 0, 1, 2, … in chunks of 7 items. */
const counting =
  (count: number): OpenSource =>
  async (_, { type }, from) => {
    let next = from;
    return {
      port: type,
      async read() {
        if (next >= count) return undefined;
        const first = next;
        next = Math.min(count, next + 7);
        const items = Float32Array.from({ length: next - first }, (_, i) => first + i);
        const tags = first % 14 === 0 ? [{ sample: first - from, key: "mark", value: first }] : [];
        return { items, tags, dropped: first === 35 ? 3 : 0 };
      },
      close() {
        next = count;
      },
    };
  };

async function run(graph: Graph, options: Partial<GraphOptions> = {}) {
  const checked = checkGraph(graph, TEST_BLOCKS);
  expect(checked.problems).toEqual([]);
  const steps: GraphStep[] = [];
  for await (const step of runGraph(await testGpu(), checked, { page: 32, open: counting(100), ...options }).steps) {
    steps.push(step);
  }
  const items = (block: string) =>
    steps.flatMap(({ reports }) =>
      reports.flatMap((one) => (one.block === block && one.report.kind === "items" ? [...one.report.items] : [])),
    );
  return { steps, items };
}

describe("flow/run-graph", () => {
  it("runs a source through all kinds of blocks to sinks, for any page size, fused or not", async () => {
    const graph = testGraph(
      {
        feed: ["feed", { hz: 1000 }],
        double: ["gain", { gain: 2 }],
        late: ["late"],
        smooth: ["smooth"],
        sum: ["sum"],
        half: ["rate", { down: 2 }],
        one: ["list"],
        two: ["list"],
      },
      [
        "feed.out double.in",
        "double.out late.in",
        "late.out smooth.in",
        "double.out sum.a",
        "smooth.out sum.b",
        "sum.out half.in",
        "half.out one.in",
        "sum.out two.in",
      ],
    );
    const double = Array.from({ length: 100 }, (_, n) => 2 * n);
    const late = double.map((_, n) => double[n - 3] ?? 0);
    const sum = double.map((x, n) => x + late[n] + (late[n - 1] ?? 0) / 2);
    for (const [page, isFused] of [
      [32, true],
      [10, false],
      [1000, true],
    ] as const) {
      const { steps, items } = await run(graph, { page, isFused });
      expect(items("two")).toEqual(sum);
      expect(items("one")).toEqual(sum.filter((_, n) => n % 2 === 0));
      expect(steps.map((step) => step.items)).toEqual(
        Array.from({ length: Math.ceil(100 / page) }, (_, i) => Math.min(page, 100 - i * page)),
      );
      expect(steps.map(({ isLast }) => isLast)).toEqual(steps.map((_, i) => i === steps.length - 1));
      expect(steps.flatMap(({ dropped }) => dropped)).toEqual([{ block: "feed", items: 3 }]);
    }
  });
});
