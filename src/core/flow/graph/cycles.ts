import type { Connection } from "./graph.ts";
import { grouped } from "./grouped.ts";
import { lookUp } from "./look-up.ts";
/** A directed edge between blocks, by their ids. */
export type Arrow = readonly [from: string, to: string];

/** Returns what has to run before what. The outputs of a block that breaks cycles do not wait for its inputs. */
export function runsBefore(connections: readonly Connection[], breaksCycles: (id: string) => boolean): Arrow[] {
  return connections.flatMap(({ from, to }) => (breaksCycles(to[0]) ? [] : [[from[0], to[0]] as const]));
}

/** Returns the ids that lie on a cycle: the strongly connected components with a cycle, found by Tarjan's algorithm. */
export function onCycles(arrows: readonly Arrow[]): Set<string> {
  const next = grouped(arrows, ([from]) => from);
  const found = new Set<string>();
  /** For each visited id its number, and the smallest number that it reaches within its component. */
  const numbers = new Map<string, { index: number; least: number }>();
  const component: string[] = [];
  const isOpen = new Set<string>();
  for (const start of next.keys()) {
    if (numbers.has(start)) continue;
    const path: { id: string; arrows: Iterator<Arrow> }[] = [];
    const enter = (id: string) => {
      numbers.set(id, { index: numbers.size, least: numbers.size });
      component.push(id);
      isOpen.add(id);
      path.push({ id, arrows: (next.get(id) ?? []).values() });
    };
    enter(start);
    while (path.length > 0) {
      const { id, arrows: left } = path[path.length - 1];
      const number = lookUp(numbers, id);
      const { value: arrow } = left.next();
      if (arrow) {
        const [, to] = arrow;
        if (to === id) found.add(id);
        if (!numbers.has(to)) enter(to);
        else if (isOpen.has(to)) number.least = Math.min(number.least, lookUp(numbers, to).index);
        continue;
      }
      path.pop();
      const before = path.at(-1);
      if (before) {
        const outer = lookUp(numbers, before.id);
        outer.least = Math.min(outer.least, number.least);
      }
      if (number.least < number.index) continue;
      const members = component.splice(component.lastIndexOf(id));
      for (const member of members) {
        isOpen.delete(member);
        if (members.length > 1) found.add(member);
      }
    }
  }
  return found;
}

/** Returns a shortest cycle through `start` as its ids in order, or undefined. The arrows are grouped by their first id. */
export function cycleThrough(start: string, next: ReadonlyMap<string, readonly Arrow[]>): string[] | undefined {
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
  while (path[0] !== start) path.unshift(lookUp(before, path[0]));
  return path;
}

/**
 * Returns the ids in an order in which arrows lead forwards. On a cycle, where that is impossible, an id that an arrow
 * reaches from the ids before comes first.
 */
export function forwards(ids: readonly string[], arrows: readonly Arrow[]): string[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const inside = arrows.filter(([from, to]) => places.has(from) && places.has(to));
  const needs = new Map(ids.map((id) => [id, 0]));
  for (const [, to] of inside) needs.set(to, lookUp(needs, to) + 1);
  const next = grouped(inside, ([from]) => from);
  const left = new Set(ids);
  /** Places of ids that wait for nothing, and of ids that wait but were reached. */
  const [ready, reached] = [createPlaces(), createPlaces()];
  const all = createPlaces();
  for (const [id, place] of places) {
    all.add(place);
    if (needs.get(id) === 0) ready.add(place);
  }
  const first = (waiting: Places) => {
    for (let place = waiting.take(); place !== undefined; place = waiting.take()) {
      if (left.has(ids[place])) return ids[place];
    }
    return undefined;
  };
  const order: string[] = [];
  while (left.size > 0) {
    const id = first(ready) ?? first(reached) ?? first(all);
    if (id === undefined) break;
    order.push(id);
    left.delete(id);
    for (const [, to] of next.get(id) ?? []) {
      const still = lookUp(needs, to) - 1;
      needs.set(to, still);
      (still === 0 ? ready : reached).add(lookUp(places, to));
    }
  }
  return order;
}

/** Places in a list, of which the first one is taken next. */
interface Places {
  add(place: number): void;
  take(): number | undefined;
}

/** A binary heap. */
function createPlaces(): Places {
  const heap: number[] = [];
  const swap = (i: number, j: number) => {
    [heap[i], heap[j]] = [heap[j], heap[i]];
  };
  return {
    add(place) {
      let i = heap.push(place) - 1;
      for (let above = (i - 1) >> 1; i > 0 && heap[i] < heap[above]; above = (i - 1) >> 1) {
        swap(i, above);
        i = above;
      }
    },
    take() {
      const [least] = heap;
      const last = heap.pop();
      if (heap.length === 0 || last === undefined) return least;
      heap[0] = last;
      for (let i = 0; ;) {
        const below = [2 * i + 1, 2 * i + 2].filter((j) => heap[j] < heap[i]);
        if (below.length === 0) return least;
        const smaller = below.length === 2 && heap[below[1]] < heap[below[0]] ? below[1] : below[0];
        swap(i, smaller);
        i = smaller;
      }
    },
  };
}
