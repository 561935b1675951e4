import type { CheckedBlock, CheckedEdge, CheckedGraph } from "../graph/checked-graph.ts";
import { named, type PortName } from "../graph/connect.ts";
import { type Arrow, forwards, runsBefore } from "../graph/cycles.ts";
import { grouped } from "../graph/grouped.ts";
import { lookUp } from "../graph/look-up.ts";

/** Returns the blocks that share a kernel, in the order of their work. */
export function inOrder(
  blocks: readonly CheckedBlock[],
  edges: readonly CheckedEdge[],
  groups: CheckedGraph["groups"],
): CheckedBlock[][] {
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const leaders = new Map(groups.flatMap((group) => group.map((id) => [id, group[0]] as const)));
  const leaderOf = (id: string) => leaders.get(id) ?? id;
  const members = grouped([...groups.flat(), ...byId.keys()].values(), leaderOf);
  const arrows = runsBefore(edges, (id) => breaksCycles(byId.get(id)));
  const between = arrows.map(([from, to]): Arrow => [leaderOf(from), leaderOf(to)]).filter(([from, to]) => from !== to);
  return forwards([...new Set([...byId.keys()].map(leaderOf))], between).map((leader) =>
    [...new Set(members.get(leader))].map((id) => lookUp(byId, id)),
  );
}

const breaksCycles = (block: CheckedBlock | undefined) =>
  block?.instance?.kind === "plan" && block.instance.breaksCycles === true;

/** Returns the step that reads each output last, for outputs that are not needed until the end of the page. */
export function lastReads(
  order: readonly (readonly CheckedBlock[])[],
  edges: readonly CheckedEdge[],
): Map<PortName, number> {
  const steps = new Map(order.flatMap((blocks, step) => blocks.map((block) => [block.id, { step, block }] as const)));
  const last = new Map<PortName, number>();
  for (const { from, to } of edges) {
    const reader = steps.get(to[0]);
    const isLate = !reader || reader.block.instance?.kind === "sink" || breaksCycles(reader.block);
    if (steps.get(from[0])?.block.instance?.kind !== "sample") continue;
    last.set(named(from), Math.max(last.get(named(from)) ?? 0, isLate ? Infinity : reader.step));
  }
  return last;
}
