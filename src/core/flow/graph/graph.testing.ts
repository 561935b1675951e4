import { vi } from "vitest";
import { testGpu } from "../../gpu/testing.ts";
import type { CheckedGraph } from "./checked-graph.ts";
import type { Graph } from "./graph.ts";
import { type GraphOptions, runGraph } from "../run/run-graph.ts";

/** Returns a graph. A connection is written "a.out b.in". */
export function testGraph(
  blocks: Readonly<Record<string, readonly [type: string, parameters?: Readonly<Record<string, unknown>>]>>,
  connections: readonly string[],
  variables: Graph["variables"] = [],
): Graph {
  const end = (text: string) => text.split(".") as [string, string];
  return {
    format: "threeray flow",
    version: 1,
    variables,
    blocks: Object.entries(blocks).map(([id, [type, parameters = {}]]) => ({ id, type, parameters, position: [0, 0] })),
    connections: connections.map((text) => {
      const [from, to] = text.split(" ").map(end);
      return { from, to };
    }),
  };
}

/** Runs a graph without sources that somebody opens, and returns the items that each sink gives. */
export async function sinkItems(
  checked: CheckedGraph,
  options: Pick<GraphOptions, "page" | "pages" | "isFused">,
): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  const open = () => Promise.reject(new Error("there is no source to open"));
  for await (const { reports } of runGraph(await testGpu(), checked, { ...options, open }).steps) {
    for (const { block, report } of reports) {
      if (report.kind !== "items") continue;
      const items = found.get(block) ?? [];
      found.set(block, items);
      for (const item of report.items) items.push(item);
    }
  }
  return found;
}

/** Runs `work` while no time passes: then many pages share a submission. */
export async function timeless<T>(work: () => Promise<T>): Promise<T> {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}
