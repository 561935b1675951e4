import type { Graph } from "./graph.ts";

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
