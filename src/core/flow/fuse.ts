import { grouped } from "./grouped.ts";
import { type Edge, named } from "./connect.ts";
import { type Arrow, forwards, reachable } from "./cycles.ts";

/** Storage buffers of a kernel, on any device with WebGPU. */
const MOST_BUFFERS = 8;

/** A block of one sample. */
export interface Fusible {
  id: string;
  /** Blocks with equal texts process the same number of elements. */
  pace: string;
}

/**
 * Returns the groups of blocks that become one kernel each, in the order of their work. A group has connected blocks with
 * the same number of elements. Each kernel can run before or after every other one, and within the limit of buffers.
 *
 * @param arrows What has to run before what, between all blocks of the graph.
 */
export function fuse(
  fusible: readonly Fusible[],
  edges: readonly Pick<Edge, "from" | "to">[],
  arrows: readonly Arrow[],
): string[][] {
  const paces = new Map(fusible.map(({ id, pace }) => [id, pace]));
  /** For each fused block the first one of its group. */
  const groups = new Map(fusible.map(({ id }) => [id, id]));
  const groupOf = (id: string) => groups.get(id) ?? id;
  const merge = (from: string, into: string) => {
    for (const [id, group] of groups) if (group === from) groups.set(id, into);
  };
  const isAllowed = (merged: string) => {
    const between = arrows.map(([from, to]): Arrow => [groupOf(from), groupOf(to)]).filter(([from, to]) => from !== to);
    return !reachable(merged, between).has(merged) && buffersOf(merged, groupOf, edges) <= MOST_BUFFERS;
  };
  const candidates = edges.filter(({ from, to }) => {
    const pace = paces.get(from[0]);
    return pace !== undefined && pace === paces.get(to[0]);
  });
  for (let changes = true; changes;) {
    changes = false;
    for (const { from, to } of candidates) {
      const [first, second] = [groupOf(from[0]), groupOf(to[0])];
      if (first === second) continue;
      const before = new Map(groups);
      merge(second, first);
      if (isAllowed(first)) changes = true;
      else for (const [id, group] of before) groups.set(id, group);
    }
  }
  const order = forwards(
    fusible.map(({ id }) => id),
    arrows,
  );
  return [...grouped(order, groupOf).values()].filter(({ length }) => length > 1);
}

/** Returns the number of signals that enter or leave a group. */
function buffersOf(
  group: string,
  groupOf: (id: string) => string,
  edges: readonly Pick<Edge, "from" | "to">[],
): number {
  const crossing = edges.filter(({ from, to }) => (groupOf(from[0]) === group) !== (groupOf(to[0]) === group));
  return new Set(crossing.map(({ from }) => named(from))).size;
}
