import type { CheckedBlock, CheckedEdge, CheckedGraph } from "../graph/checked-graph.ts";
import { grouped } from "../graph/grouped.ts";

/** Blocks whose pages are computed together. */
interface Pace {
  /** Index of their part, if they work on gathered items; undefined for the pace of the sources. */
  part?: number;
  /** In the order of their work. */
  blocks: readonly CheckedBlock[];
  /** The connections to these blocks. */
  edges: readonly CheckedEdge[];
}

/** Returns the paces of a graph: first the sources' pace, then the paces of gathered items, each behind what gives them. */
export function pacesOf({ blocks, edges, parts }: Pick<CheckedGraph, "blocks" | "edges" | "parts">): Pace[] {
  const inputs = grouped(edges, ({ to }) => to[0]);
  const paceOf = new Map<string, number | undefined>();
  for (const { id, part } of blocks) {
    const [first] = inputs.get(id) ?? [];
    const isFollower = part === undefined && first;
    if (isFollower) paceOf.set(id, paceOf.get(first.from[0]));
    else paceOf.set(id, part !== undefined && parts[part].gathered ? part : undefined);
  }
  const places = new Map(blocks.map(({ id }, i) => [id, i]));
  const placeOf = (part: number) => places.get(parts[part].gathered?.origin.split(".")[0] as string) as number;
  const gathering = parts.flatMap(({ gathered }, part) => (gathered ? [part] : []));
  const order = [undefined, ...gathering.toSorted((a, b) => placeOf(a) - placeOf(b))];
  return order.map((part) => {
    const own = blocks.filter(({ id }) => paceOf.get(id) === part);
    const ids = new Set(own.map(({ id }) => id));
    return { part, blocks: own, edges: edges.filter(({ to }) => ids.has(to[0])) };
  });
}
