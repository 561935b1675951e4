import type { Connection } from "./graph.ts";
import { grouped } from "./grouped.ts";
/** A directed edge between blocks, by their ids. */
export type Arrow = readonly [from: string, to: string];

/** Returns what has to run before what. The outputs of a block that breaks cycles do not wait for its inputs. */
export function runsBefore(connections: readonly Connection[], breaksCycles: (id: string) => boolean): Arrow[] {
  return connections.flatMap(({ from, to }) => (breaksCycles(to[0]) ? [] : [[from[0], to[0]] as const]));
}

/** Returns the ids that a walk along the arrows reaches from `start`, without `start` unless a cycle leads back. */
export function reachable(start: string, arrows: readonly Arrow[]): Set<string> {
  const next = grouped(arrows, ([from]) => from);
  const found = new Set<string>();
  const waiting = [start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const [, to] of next.get(id) ?? []) {
      if (found.has(to)) continue;
      found.add(to);
      waiting.push(to);
    }
  }
  return found;
}

/** Returns a shortest cycle through `start` as its ids in order, or undefined. */
export function cycleThrough(start: string, arrows: readonly Arrow[]): string[] | undefined {
  const next = grouped(arrows, ([from]) => from);
  const before = new Map<string, string>();
  const waiting = [start];
  for (const id of waiting) {
    for (const [, to] of next.get(id) ?? []) {
      if (before.has(to)) continue;
      before.set(to, id);
      if (to === start) return pathTo(start, id, before);
      waiting.push(to);
    }
  }
  return undefined;
}

function pathTo(start: string, end: string, before: ReadonlyMap<string, string>): string[] {
  const path = [end];
  while (path[0] !== start) path.unshift(before.get(path[0]) as string);
  return path;
}

/**
 * Returns the ids in an order in which arrows lead forwards. On a cycle, where that is impossible, an id that an arrow
 * reaches from the ids before comes first.
 */
export function forwards(ids: readonly string[], arrows: readonly Arrow[]): string[] {
  const order: string[] = [];
  const left = new Set(ids);
  const inside = arrows.filter(([from, to]) => left.has(from) && left.has(to));
  const needs = new Map(ids.map((id) => [id, 0]));
  for (const [, to] of inside) needs.set(to, (needs.get(to) as number) + 1);
  const next = grouped(inside, ([from]) => from);
  const reached = new Set<string>();
  while (left.size > 0) {
    const waiting = [...left];
    const id =
      waiting.find((one) => needs.get(one) === 0) ?? waiting.find((one) => reached.has(one)) ?? (waiting[0] as string);
    order.push(id);
    left.delete(id);
    for (const [, to] of next.get(id) ?? []) {
      needs.set(to, (needs.get(to) as number) - 1);
      reached.add(to);
    }
  }
  return order;
}
