import type { CheckedEdge } from "./checked-graph.ts";

/** Returns the number of the connected component of each block: 0 for the component of the first block, and so on. */
export function componentsOf(
  ids: readonly string[],
  edges: readonly Pick<CheckedEdge, "from" | "to">[],
): Map<string, number> {
  const around = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { from, to } of edges) {
    around.get(from[0])?.push(to[0]);
    around.get(to[0])?.push(from[0]);
  }
  const components = new Map<string, number>();
  let count = 0;
  for (const id of ids) {
    if (components.has(id)) continue;
    const members = [id];
    components.set(id, count);
    for (const member of members) {
      for (const other of around.get(member) ?? []) {
        if (components.has(other)) continue;
        components.set(other, count);
        members.push(other);
      }
    }
    count++;
  }
  return components;
}
