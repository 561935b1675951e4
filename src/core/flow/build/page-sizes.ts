import { grouped } from "../graph/grouped.ts";
import type { CheckedBlock, CheckedEdge, CheckedGraph } from "../graph/checked-graph.ts";
import { named, type PortName } from "../graph/connect.ts";

/** How much work a page is. */
export interface PageSizes {
  /** Firings of each block. */
  firings: ReadonlyMap<string, number>;
  /** Items of each output; the largest possible number where the GPU decides. */
  lengths: ReadonlyMap<PortName, number>;
  /** Items that each input takes; more than its output gives where whole firings are buffered. */
  taken: ReadonlyMap<PortName, number>;
}

/**
 * @param blocks In the order of their work.
 * @param units Size of a page of each part, as a multiple of its smallest page.
 */
export function pageSizes(
  blocks: readonly CheckedBlock[],
  edges: readonly Pick<CheckedEdge, "from" | "to">[],
  units: readonly number[],
): PageSizes {
  const firings = new Map<string, number>();
  const lengths = new Map<PortName, number>();
  const taken = new Map<PortName, number>();
  const inputs = grouped(edges, ({ to }) => to[0]);
  for (const { id, shape, part, firings: smallest = 0 } of blocks) {
    if (!shape) continue;
    const { consumes, produces, multiple } = shape;
    const wanted = (inputs.get(id) ?? []).map(({ from, to }) => (lengths.get(named(from)) ?? 0) / consumes[to[1]]);
    const count = part === undefined ? multiple * Math.ceil(Math.max(0, ...wanted) / multiple) : smallest * units[part];
    firings.set(id, count);
    for (const [port, items] of Object.entries(consumes)) taken.set(named([id, port]), items * count);
    for (const [port, items] of Object.entries(produces)) {
      lengths.set(named([id, port]), typeof items === "object" ? items.most(count) : items * count);
    }
  }
  return { firings, lengths, taken };
}

/**
 * Returns the largest number of elements of a part's connections in its smallest page. Behind buffered items, counts that
 * the GPU decides are left out: the most that a block can give need not be proportional to the page.
 */
export function busiestOf({ blocks, edges, parts }: CheckedGraph, part: number): number {
  const members = new Set(blocks.filter((block) => block.part === part).map(({ id }) => id));
  const { buffered } = parts[part];
  const elements = edges.map(({ from, to, hasVariableRate, isBuffered, itemsPerPageUnit, vector }) => {
    if (buffered && isBuffered && members.has(to[0])) return buffered.items * vector;
    return members.has(from[0]) && !(buffered && hasVariableRate) ? itemsPerPageUnit * vector : 0;
  });
  return Math.max(1, ...elements);
}
