import type { Buffered, CheckedBlock, CheckedEdge, CheckedGraph } from "../graph/checked-graph.ts";
import { grouped } from "../graph/grouped.ts";

/** Blocks whose pages are computed together: the rates between them are fixed, or the GPU counts the items of each page. */
export interface Subgraph {
  /** The part that takes its items from ring buffers; undefined for the subgraph of the sources. */
  behind?: { part: number; buffered: Buffered };
  /** In the order of their work. */
  blocks: readonly CheckedBlock[];
  /** The connections to these blocks. */
  edges: readonly CheckedEdge[];
}

/** Returns the subgraphs of a graph: first the one of the sources, then those behind ring buffers, each behind what fills them. */
export function subgraphsOf({ blocks, edges, parts }: Pick<CheckedGraph, "blocks" | "edges" | "parts">): Subgraph[] {
  const inputs = grouped(edges, ({ to }) => to[0]);
  const partOf = new Map<string, number | undefined>();
  for (const { id, part } of blocks) {
    const [first] = inputs.get(id) ?? [];
    // A block without a part follows the counts of its inputs.
    if (part === undefined && first) partOf.set(id, partOf.get(first.from[0]));
    else partOf.set(id, part !== undefined && parts[part].buffered ? part : undefined);
  }
  const places = new Map(blocks.map(({ id }, place) => [id, place]));
  /** Returns the place of the block that fills a part's first ring buffer. */
  const placeOf = (part: number) => {
    const filling = edges.find(({ to, isBuffered }) => isBuffered && partOf.get(to[0]) === part);
    return filling ? (places.get(filling.from[0]) ?? 0) : 0;
  };
  const behind = parts.flatMap(({ buffered }, part) => (buffered ? [{ part, buffered, place: placeOf(part) }] : []));
  return [undefined, ...behind.toSorted((a, b) => a.place - b.place)].map((one) => {
    const members = blocks.filter(({ id }) => partOf.get(id) === one?.part);
    const ids = new Set(members.map(({ id }) => id));
    return { behind: one, blocks: members, edges: edges.filter(({ to }) => ids.has(to[0])) };
  });
}
