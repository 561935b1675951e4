import type { Graph, GraphBlock } from "#core/flow/graph.ts";

interface Size {
  width: number;
  height: number;
}

/** Returns positions from left to right in the order of the signals. The layout's library is fetched on demand. */
export async function arranged(
  { blocks, connections }: Graph,
  sizeOf: (id: string) => Size,
): Promise<Record<string, GraphBlock["position"]>> {
  const dagre = await import("@dagrejs/dagre");
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", nodesep: 36, ranksep: 88, edgesep: 24 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of blocks) graph.setNode(id, { ...sizeOf(id) });
  for (const { from, to } of connections) graph.setEdge(from[0], to[0], {}, to.join("."));
  dagre.layout(graph);
  const placed = blocks.map(({ id }): [string, GraphBlock["position"]] => {
    const { x, y, width, height } = graph.node(id) as Size & { x: number; y: number };
    return [id, [x - width / 2, y - height / 2]];
  });
  return Object.fromEntries(placed);
}
